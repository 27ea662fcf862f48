//! A small network that sees what stands where, and corrects what the features say.
//!
//! Each thing that it can see has a row of numbers. The rows of what is there are added up, cut off below and above, and
//! weighed: one hidden layer. Few things are on a board at once, so that to add them up takes less than to keep a sum up to
//! date.

/// The size of the hidden layer.
pub const HIDDEN: usize = 32;

/// What stands for one in the hidden layer, where its values end, and in the weights of the result, which is in hundredths
/// of a point.
pub const ONE: i16 = 256;
pub const RESULT_ONE: i32 = 16;

type Row = [i16; HIDDEN];

/// The numbers are data: Python hands them over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Net {
    /// For each input, and one last row that is always added.
    rows: Vec<Row>,
    result: Row,
}

impl Net {
    /// From the rows one after the other, and the weights of the result; `None` if they are not so many.
    pub fn new(rows: &[i16], result: &[i16]) -> Option<Self> {
        let (rows, []) = rows.as_chunks() else { return None };
        (!rows.is_empty()).then_some(Net { rows: rows.to_vec(), result: result.try_into().ok()? })
    }

    /// How many different things it sees.
    pub fn inputs(&self) -> usize {
        self.rows.len() - 1
    }

    /// What is to be added to the value of a position for the player to move; `show` tells all that is seen there.
    #[inline]
    pub fn correction(&self, show: impl FnOnce(&mut Sight<'_>)) -> i32 {
        let mut sight = Sight { rows: &self.rows, sums: self.rows[self.inputs()] };
        show(&mut sight);
        let weighed =
            sight.sums.iter().zip(&self.result).map(|(&sum, &weight)| i32::from(sum.clamp(0, ONE)) * i32::from(weight));
        weighed.sum::<i32>() / (i32::from(ONE) * RESULT_ONE)
    }
}

/// What a net has seen of a position so far.
pub struct Sight<'n> {
    rows: &'n [Row],
    sums: Row,
}

impl Sight<'_> {
    #[inline(always)]
    pub fn see(&mut self, input: usize) {
        for (sum, number) in self.sums.iter_mut().zip(&self.rows[input]) {
            *sum = sum.saturating_add(*number);
        }
    }
}
