/** Questions to the server. */

/**
 * A question to the server; what is wrong with it is thrown as an error that people can read.
 * @param {string} path
 * @param {object} [body] sent, if there is something to send
 */
export async function ask(path, body) {
  const sent = body && { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) };
  const answer = await fetch(path, sent).catch(() => null);
  if (!answer) throw new Error("The server does not answer. Is it still running?");
  const told = await answer.json();
  if (!answer.ok) throw new Error(told.detail);
  return told;
}
