// Reads what a server of the Model Context Protocol has sent to a client, of either era.

export const textOf = (result) => result.content.map((each) => each.text).join("");

// The progress that arrives from now on. The client's own callback misses what it reads together with the
// answer.
export function progressOn(transport) {
  const steps = [];
  const deliver = transport.onmessage;
  transport.onmessage = (message, extra) => {
    if (message.method === "notifications/progress") steps.push(message.params.progress);
    deliver(message, extra);
  };
  return steps;
}
