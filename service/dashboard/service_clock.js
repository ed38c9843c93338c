// The service's clock, as the Date of its answers tells it: this computer's may be set otherwise.
const exactness = 2000; // milliseconds; the Date has whole seconds, and answers take a while

let ahead = 0; // milliseconds by which this clock seems to be ahead of the service's

// The time of an answer on its way makes this clock seem to be further ahead: the least counts.
export function compareClocks(headers) {
  const measured = Date.now() - Date.parse(headers.get("Date"));
  if (Number.isFinite(measured)) ahead = Math.abs(measured - ahead) > exactness ? measured : Math.min(ahead, measured);
}

// Milliseconds since 1970. Clocks that hardly differ are taken for the same.
export const serviceNow = () => Date.now() - (Math.abs(ahead) > exactness ? ahead : 0);
