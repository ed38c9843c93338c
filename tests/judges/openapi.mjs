// Judges an OpenAPI document: node openapi.mjs URL
// Says what is wrong with it and ends with 1, or with 0 when nothing is.
import { createConfig, formatProblems, getTotals, lintFromString } from "@redocly/openapi-core";

const [url] = process.argv.slice(2);
const answer = await fetch(url);
const problems = await lintFromString({
  source: await answer.text(),
  absoluteRef: "openapi.json",
  config: await createConfig({ extends: ["recommended-strict"] }),
});
formatProblems(problems, { totals: getTotals(problems), version: "", cwd: "/" });
process.exit(problems.length === 0 ? 0 : 1);
