// A client of either era signs in by OAuth and lists the tools: node mcp_oauth.mjs modern|legacy URL
// KEY. The key is that of the person, who agrees to the scope `read` in place of a browser. Ends with
// 0 when everything came true.
import assert from "node:assert/strict";
import * as modern from "@modelcontextprotocol/client";
import { UnauthorizedError as LegacyUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as LegacyClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as LegacyHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [era, server, key] = process.argv.slice(2);
const isModern = era === "modern";
const Http = isModern ? modern.StreamableHTTPClientTransport : LegacyHttp;
const Unauthorized = isModern ? modern.UnauthorizedError : LegacyUnauthorized;

// Plays a browser and a person: to the page of consent, and on to the client with a code.
async function agree(address) {
  const page = await fetch(address, { redirect: "manual" });
  assert.equal(page.status, 303, await page.text());
  const [, request] = /^\/#\/authorize\/(.+)$/.exec(page.headers.get("location"));
  const decided = await fetch(new URL(`/v1/authorizations/${request}`, server), {
    method: "POST",
    headers: { "X-API-Key": key, "Content-Type": "application/json" },
    body: JSON.stringify({ approve: true, scopes: ["read"] }),
  });
  assert.equal(decided.status, 200, await decided.clone().text());
  const answer = new URL((await decided.json()).redirect_to);
  assert.equal(answer.searchParams.get("iss"), new URL(server).origin);
  return answer.searchParams;
}

const kept = { answer: null };
const provider = {
  redirectUrl: "http://127.0.0.1:39999/callback",
  clientMetadata: {
    client_name: "judge",
    redirect_uris: ["http://127.0.0.1:39999/callback"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  },
  state: () => "of the judge",
  clientInformation: () => kept.client,
  saveClientInformation: (given) => { kept.client = given; },
  tokens: () => kept.tokens,
  saveTokens: (given) => { kept.tokens = given; },
  saveCodeVerifier: (given) => { kept.verifier = given; },
  codeVerifier: () => kept.verifier,
  saveDiscoveryState: (given) => { kept.discovery = given; },
  discoveryState: () => kept.discovery,
  redirectToAuthorization: async (address) => { kept.answer = await agree(address); },
};

const connect = async () => {
  const transport = new Http(new URL(server), { authProvider: provider });
  const info = { name: "judge", version: "1.0.0" };
  const client = isModern
    ? new modern.Client(info, { capabilities: {}, versionNegotiation: { mode: "auto" } })
    : new LegacyClient(info, { capabilities: {} });
  try {
    await client.connect(transport);
    return { client };
  } catch (problem) {
    if (!(problem instanceof Unauthorized)) throw problem;
    return { transport };
  }
};

try {
  const first = await connect();
  assert.ok(first.transport, "it was let in without signing in");
  assert.equal(kept.answer.get("state"), "of the judge");
  if (isModern) await first.transport.finishAuth(kept.answer);
  else await first.transport.finishAuth(kept.answer.get("code"));
  assert.equal(kept.tokens.scope, "read");
  const { client } = await connect();
  assert.ok(client, "its token did not let it in");
  const { tools } = await client.listTools();
  assert.ok(tools.some((each) => each.name === "look"));
  assert.ok(!tools.some((each) => each.name === "tap"));
  await client.close();
  // The token ends: the client takes its refresh token, and nobody is asked again.
  kept.answer = null;
  kept.tokens = { ...kept.tokens, access_token: "ta_over" };
  const again = await connect();
  assert.ok(again.client, "its refresh token did not let it in");
  await again.client.listTools();
  await again.client.close();
  assert.equal(kept.answer, null, "somebody was asked again");
} catch (problem) {
  console.error(problem);
  process.exitCode = 1;
}
