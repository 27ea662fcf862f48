/** Sounds, made by the browser itself: nothing is loaded. They are off until someone turns them on. */

/** @typedef {"move" | "take" | "change" | "call" | "end" | "refuse"} Sound */

/**
 * A sound is some tones: when each begins, how long it lasts (in seconds), how high it is (in hertz) and how loud.
 * @type {Record<Sound, {at: number, lasts: number, pitch: number, loud: number, wave: OscillatorType}[]>}
 */
const SOUNDS = {
  move: [{ at: 0, lasts: 0.07, pitch: 320, loud: 0.5, wave: "triangle" }],
  take: [
    { at: 0, lasts: 0.06, pitch: 260, loud: 0.6, wave: "triangle" },
    { at: 0.05, lasts: 0.12, pitch: 130, loud: 0.7, wave: "triangle" },
  ],
  change: [
    { at: 0, lasts: 0.08, pitch: 440, loud: 0.35, wave: "sine" },
    { at: 0.07, lasts: 0.14, pitch: 660, loud: 0.35, wave: "sine" },
  ],
  call: [
    { at: 0, lasts: 0.08, pitch: 520, loud: 0.35, wave: "sawtooth" },
    { at: 0.09, lasts: 0.2, pitch: 390, loud: 0.4, wave: "sawtooth" },
  ],
  end: [
    { at: 0, lasts: 0.25, pitch: 392, loud: 0.3, wave: "sine" },
    { at: 0.18, lasts: 0.25, pitch: 494, loud: 0.3, wave: "sine" },
    { at: 0.36, lasts: 0.5, pitch: 587, loud: 0.35, wave: "sine" },
  ],
  refuse: [{ at: 0, lasts: 0.1, pitch: 110, loud: 0.3, wave: "square" }],
};

/**
 * What a position sounds like when it is reached.
 * @param {import("./types").View} view
 * @returns {Sound}
 */
export function soundOf({ outcome, last }) {
  if (outcome) return "end";
  if (last?.call) return "call";
  if (last?.taken.length) return "take";
  return last?.changed.length ? "change" : "move";
}

export class Sounds {
  constructor() {
    this.on = false;
    /** @type {AudioContext | null} */
    this._context = null;
  }

  /** @param {Sound} sound */
  play(sound) {
    if (!this.on) return;
    this._context ??= new AudioContext();
    const now = this._context.currentTime;
    for (const { at, lasts, pitch, loud, wave } of SOUNDS[sound]) {
      const tone = new OscillatorNode(this._context, { type: wave, frequency: pitch });
      const volume = new GainNode(this._context, { gain: 0 });
      volume.gain.setValueAtTime(0.25 * loud, now + at);
      volume.gain.exponentialRampToValueAtTime(0.0001, now + at + lasts);
      tone.connect(volume).connect(this._context.destination);
      tone.start(now + at);
      tone.stop(now + at + lasts);
    }
  }
}
