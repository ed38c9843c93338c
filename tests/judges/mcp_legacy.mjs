// A client of the legacy era uses the fixture: node mcp_legacy.mjs URL|PROGRAM
// Ends with 0 when everything that it asked for came true.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  CreateMessageRequestSchema,
  ElicitRequestSchema,
  LoggingMessageNotificationSchema,
  ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { progressOn, textOf } from "./mcp_messages.mjs";

const [server] = process.argv.slice(2);
const overHttp = server.startsWith("http");
const transport = overHttp
  ? new StreamableHTTPClientTransport(new URL(server))
  : new StdioClientTransport({ command: server });
const client = new Client(
  { name: "judge", version: "1.0.0" },
  { capabilities: { elicitation: {}, sampling: {} } },
);
client.setRequestHandler(ElicitRequestSchema, async () => ({
  action: "accept",
  content: { username: "ada", email: "ada@example.com" },
}));
client.setRequestHandler(CreateMessageRequestSchema, async () => ({
  model: "none",
  role: "assistant",
  content: { type: "text", text: "Paris" },
}));

const heard = (schema) =>
  new Promise((resolve) => client.setNotificationHandler(schema, resolve));

try {
  await client.connect(transport);
  assert.equal(client.getServerVersion().name, "thimble-fixture");
  if (overHttp) assert.ok(transport.sessionId);
  await client.ping();

  const { tools } = await client.listTools();
  assert.ok(tools.some((each) => each.name === "test_structured_content"));
  const sum = await client.callTool({ name: "test_structured_content", arguments: { a: 1, b: 2 } });
  assert.deepEqual(sum.structuredContent, { sum: 3 });
  await assert.rejects(client.callTool({ name: "nothing" }), { code: -32602 });

  const steps = progressOn(transport);
  const onprogress = () => {}; // asks for it
  await client.callTool({ name: "test_tool_with_progress" }, undefined, { onprogress });
  assert.deepEqual(steps, [0, 50, 100]);

  const logged = heard(LoggingMessageNotificationSchema);
  await client.callTool({ name: "test_tool_with_logging" });
  await logged;

  const asked = await client.callTool({ name: "test_elicitation", arguments: { message: "Who?" } });
  assert.match(textOf(asked), /action=accept/);
  const sampled = await client.callTool({ name: "test_sampling", arguments: { prompt: "Where?" } });
  assert.match(textOf(sampled), /Paris/);

  if (overHttp) {
    const back = await client.callTool({ name: "test_reconnection" }, undefined, { onprogress });
    assert.match(textOf(back), /completed/);
  }

  const { contents } = await client.readResource({ uri: "test://template/7/data" });
  assert.equal(JSON.parse(contents[0].text).id, "7");
  await assert.rejects(client.readResource({ uri: "test://nothing" }), { code: -32002 });
  const prompt = await client.getPrompt({
    name: "test_prompt_with_arguments",
    arguments: { arg1: "x", arg2: "y" },
  });
  assert.match(prompt.messages[0].content.text, /arg1='x', arg2='y'/);

  const updated = heard(ResourceUpdatedNotificationSchema);
  const changed = heard(ToolListChangedNotificationSchema);
  await client.subscribeResource({ uri: "test://watched-resource" });
  await client.callTool({ name: "test_trigger_resource_change" });
  await client.callTool({ name: "test_trigger_tool_change" });
  assert.equal((await updated).params.uri, "test://watched-resource");
  await changed;

  const aborted = new AbortController();
  const late = client.callTool({ name: "test_tool_with_progress" }, undefined, {
    signal: aborted.signal,
    onprogress: () => aborted.abort(),
  });
  await assert.rejects(late);
  if (overHttp) await transport.terminateSession();
} catch (problem) {
  console.error(problem);
  process.exitCode = 1;
} finally {
  await client.close();
}
