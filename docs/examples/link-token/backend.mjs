// Node 20 or newer. npm install express
import express from 'express';

const app = express();

// Called by your own page, behind your own login.
app.post('/ferry/link-token', async (request, response) => {
  const reply = await fetch('https://api.ferry.example/api/v1/link-token', {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${process.env.FERRY_API_KEY}`,
      'Content-Type': 'application/json',
    },
    body: '{}',
  });
  // { "link_token": "..." }: valid for 60 s, works once. Never log it.
  response.status(reply.status).json(await reply.json());
});

// Reachable from this device only. Put your web server in front of it.
app.listen(3000, '127.0.0.1');
