// Makes TypeScript clients of an OpenAPI document with two generators from npm, compiles a program
// that uses both, and runs it: node generated_clients.mjs SERVICE KEY DIRECTORY
// The program taps the element called Save of the first phone. Ends with 0 when all of it went well.
import { createClient } from "@hey-api/openapi-ts";
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";

const [service, key, directory] = process.argv.slice(2);
const document = await (await fetch(service + "/openapi.json")).json();

writeFileSync(join(directory, "schema.ts"), astToString(await openapiTypes(document)));
await createClient({
  input: document,
  output: join(directory, "client"),
  plugins: ["@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch"],
  logs: { level: "warn" },
});

// The same answers have the same types, whichever generator has made them.
writeFileSync(join(directory, "use.ts"), `
import { listElements, listPhones, tap } from "./client";
import { client } from "./client/client.gen";
import type { paths } from "./schema";

declare const process: { exit(code: number): never };
type Answer<Path extends keyof paths, Method extends "get" | "post"> =
  paths[Path][Method] extends { responses: { 200: { content: { "application/json": infer Told } } } } ? Told : never;
type Phones = Answer<"/v1/phones", "get">;
type Screen = Answer<"/v1/phones/{phone_id}/elements", "get">;

async function main() {
  client.setConfig({ baseUrl: ${JSON.stringify(service)}, headers: { "X-API-Key": ${JSON.stringify(key)} } });
  const phones: Phones = (await listPhones({ throwOnError: true })).data;
  const path = { phone_id: phones[0].id };
  const screen: Screen = (await listElements({ path, throwOnError: true })).data;
  if (!("elements" in screen)) throw new Error("no elements");
  const ref = screen.elements.find((each) => each.label === "Save")?.ref;
  if (!ref) throw new Error("no ref");
  await tap({ path, body: { ref }, throwOnError: true });
  const wrong = await tap({ path, body: { ref: "nobody's" } });
  if (wrong.error?.error !== "STALE_FRAME") throw new Error(JSON.stringify(wrong.error));
}
main().catch((problem) => { console.error(problem); process.exit(1); });
`);
writeFileSync(join(directory, "tsconfig.json"), JSON.stringify({
  compilerOptions: { strict: true, target: "es2022", lib: ["es2022", "dom", "dom.iterable"], types: [],
                     module: "commonjs", moduleResolution: "node10", outDir: "built" },
  files: ["use.ts"],
}));
const compiler = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
for (const step of [[compiler, "--project", directory], [join(directory, "built", "use.js")]]) {
  const ended = spawnSync(process.execPath, step, { stdio: "inherit" });
  if (ended.status !== 0) process.exit(1);
}
