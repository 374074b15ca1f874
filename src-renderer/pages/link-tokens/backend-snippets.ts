export const snippetLanguages = ['typescript', 'python', 'csharp'] as const;
export type SnippetLanguage = (typeof snippetLanguages)[number];

/** Path of the example endpoint. Organizations choose their own path. */
const examplePath = '/ferry/link-token';

/** Returns a double-quoted string literal that is valid in all three languages. */
const quote = (text: string): string => JSON.stringify(text);

const typescript = (url: string): string => `// Node 20 or newer. npm install express
import express from 'express';

const app = express();

// Called by your own page, behind your own login.
app.post('${examplePath}', async (request, response) => {
  const reply = await fetch(${quote(url)}, {
    method: 'POST',
    headers: {
      Authorization: \`Bearer \${process.env.FERRY_API_KEY}\`,
      'Content-Type': 'application/json',
    },
    body: '{}',
  });
  // { "link_token": "..." }: valid for 60 s, works once. Never log it.
  response.status(reply.status).json(await reply.json());
});

// Reachable from this device only. Put your web server in front of it.
app.listen(3000, '127.0.0.1');
`;

const python = (url: string): string => `# Python 3.9 or newer. pip install flask requests
import os

import requests
from flask import Flask

app = Flask(__name__)


# Called by your own page, behind your own login.
@app.post("${examplePath}")
def link_token():
    reply = requests.post(
        ${quote(url)},
        headers={"Authorization": f"Bearer {os.environ['FERRY_API_KEY']}"},
        json={},
        timeout=10,
    )
    # {"link_token": "..."}: valid for 60 s, works once. Never log it.
    return reply.json(), reply.status_code
`;

const csharp = (url: string): string => `// .NET 8 or newer, Program.cs of "dotnet new web"
using System.Net.Http.Headers;

var app = WebApplication.CreateBuilder(args).Build();
var http = new HttpClient();
var key = Environment.GetEnvironmentVariable("FERRY_API_KEY");

// Called by your own page, behind your own login.
app.MapPost("${examplePath}", async () =>
{
    using var call = new HttpRequestMessage(HttpMethod.Post, ${quote(url)});
    call.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
    call.Content = JsonContent.Create(new { });
    using var reply = await http.SendAsync(call);
    // { "link_token": "..." }: valid for 60 s, works once. Never log it.
    var json = await reply.Content.ReadAsStringAsync();
    return Results.Text(json, "application/json", statusCode: (int)reply.StatusCode);
});

app.Run();
`;

const writers: Record<SnippetLanguage, (url: string) => string> = { typescript, python, csharp };

/**
 * Returns the example endpoint for an organization's backend (specification, "SDK flow" 3). `baseURL` has no trailing
 * slash. The example reads the key from the variable FERRY_API_KEY.
 */
export const backendSnippet = (language: SnippetLanguage, baseURL: string): string =>
  writers[language](`${baseURL}/api/v1/link-token`);

export const pageSnippet = (baseURL: string): string => `<script src=${quote(`${baseURL}/sdk/ferry-sdk.js`)}></script>
<script type="module">
  Ferry.startModal({
    userId: 'ada@example.com',
    linkToken: async () => {
      const reply = await fetch('${examplePath}', { method: 'POST' });
      return (await reply.json()).link_token;
    },
    onEvent: ({ event }) => console.log(event.type, event.data),
  });
</script>
`;
