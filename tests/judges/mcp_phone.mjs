// A client of either era uses a phone: node mcp_phone.mjs modern|legacy URL|PROGRAM [KEY | STATE_DIR]
// Ends with 0 when everything that it asked for came true.
import assert from "node:assert/strict";
import * as modern from "@modelcontextprotocol/client";
import { StdioClientTransport as ModernStdio } from "@modelcontextprotocol/client/stdio";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as LegacyStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [era, server, secret] = process.argv.slice(2);
const isModern = era === "modern";
const overHttp = server.startsWith("http");
const Http = isModern ? modern.StreamableHTTPClientTransport : LegacyHttp;
const Stdio = isModern ? ModernStdio : LegacyStdio;
const transport = overHttp
  ? new Http(new URL(server), { requestInit: { headers: { Authorization: `Bearer ${secret}` } } })
  : new Stdio({ command: server, args: ["mcp", "--state-dir", secret], env: process.env });
const info = { name: "judge", version: "1.0.0" };
const client = isModern
  ? new modern.Client(info, { capabilities: {}, versionNegotiation: { mode: "auto" } })
  : new LegacyClient(info, { capabilities: {} });

const textOf = (result) => result.content.map((each) => each.text ?? "").join("");

// The clients check the structured content against the schema of the tool.
const use = async (name, given = {}) => {
  const result = await client.callTool({ name, arguments: given });
  assert.ok(!result.isError, `${name}: ${textOf(result)}`);
  return result;
};

try {
  await client.connect(transport);
  if (isModern) assert.equal(client.getProtocolEra(), "modern");
  assert.equal(client.getServerVersion().name, "thimble");
  const { tools } = await client.listTools();
  for (const needed of ["list_phones", "look", "tap", "type", "open_app", "run_task"])
    assert.ok(tools.some((each) => each.name === needed), needed);

  const phones = (await use("list_phones")).structuredContent.phones;
  assert.equal(phones.length, 1);
  const looked = await use("look", { picture: true });
  assert.equal(looked.content.find((each) => each.type === "image").mimeType, "image/jpeg");

  await use("open_app", { app_name: "Notes" });
  await use("tap", { selector: "Note" });
  const typed = await use("type", { text: "Grüße vom Richter" });
  assert.equal(typed.structuredContent.verified, true);

  const refused = await client.callTool({ name: "tap", arguments: { x: 1, y: 1 } });
  assert.ok(refused.isError && /frame_id/.test(textOf(refused)));

  const { contents } = await client.readResource({ uri: `thimble://phones/${phones[0].id}/screen` });
  assert.equal(contents[0].mimeType, "image/jpeg");
  const { prompts } = await client.listPrompts();
  assert.ok(prompts.some((each) => each.name === "phone_task"));
} catch (problem) {
  console.error(problem);
  process.exitCode = 1;
} finally {
  await client.close();
}
