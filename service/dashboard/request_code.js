// A request of the pages as code for somewhere else, where THIMBLE_API_KEY in the environment holds an API key, as in
// the API reference.
const quotedForShell = (text) => text.replaceAll("'", `'\\''`);

export const curlOf = ({ path, body }) =>
  ['curl -H "X-API-Key: $THIMBLE_API_KEY"', location.origin + path, `--json '${quotedForShell(JSON.stringify(body))}'`]
    .join(" \\\n  ");

// JSON of a request has no words that Python lacks but these.
const pythonOfValue = (value) => {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonOfValue).join(", ")}]`;
  if (typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${pythonOfValue(each)}`).join(", ")}}`;
};

export const pythonOf = ({ path, body }) => `import json, os, urllib.request

request = urllib.request.Request(
    ${JSON.stringify(location.origin + path)},
    data=json.dumps(${pythonOfValue(body)}).encode(),
    headers={"X-API-Key": os.environ["THIMBLE_API_KEY"], "Content-Type": "application/json"})
print(json.load(urllib.request.urlopen(request)))`;

export const javascriptOf = ({ path, body }) => `const url =
  ${JSON.stringify(location.origin + path)};
const answer = await fetch(url, {
  method: "POST",
  headers: { "X-API-Key": process.env.THIMBLE_API_KEY, "Content-Type": "application/json" },
  body: JSON.stringify(${JSON.stringify(body)}),
});
console.log(await answer.json());`;
