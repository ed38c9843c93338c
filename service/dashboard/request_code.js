// A request of the pages as code for somewhere else, where KEY in the environment holds an API key.
const quotedForShell = (text) => text.replaceAll("'", `'\\''`);

export const curlOf = ({ path, body }) =>
  `curl -H "X-API-Key: $KEY" ${location.origin}${path} --json '${quotedForShell(JSON.stringify(body))}'`;

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
    headers={"X-API-Key": os.environ["KEY"], "Content-Type": "application/json"})
print(json.load(urllib.request.urlopen(request)))`;

export const javascriptOf = ({ path, body }) => `const answer = await fetch(${JSON.stringify(location.origin + path)}, {
  method: "POST",
  headers: { "X-API-Key": process.env.KEY, "Content-Type": "application/json" },
  body: JSON.stringify(${JSON.stringify(body)}),
});
console.log(await answer.json());`;
