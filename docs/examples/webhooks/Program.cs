// .NET 8 or newer, Program.cs of "dotnet new web"
using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;

var key = FerryWebhook.ReadKey(Environment.GetEnvironmentVariable("FERRY_WEBHOOK_SECRET") ?? "");
var app = WebApplication.CreateBuilder(args).Build();

// Replace this with your database: events can arrive twice or late.
var seen = new HashSet<string>();
var latest = new Dictionary<string, long>();

app.MapPost("/hooks", async (HttpRequest request) =>
{
    // Verify the exact bytes: JSON that was parsed and serialized again has another signature.
    using var bytes = new MemoryStream();
    await request.Body.CopyToAsync(bytes);
    string id = request.Headers["webhook-id"].ToString();
    if (!FerryWebhook.IsGenuine(key, id, request.Headers["webhook-timestamp"].ToString(),
            request.Headers["webhook-signature"].ToString(), bytes.ToArray()))
        return Results.StatusCode(401);

    // If this throws, the response is 500 and Ferry retries.
    lock (seen)
    {
        if (seen.Contains(id)) return Results.NoContent();
        using var json = JsonDocument.Parse(bytes.ToArray());
        var root = json.RootElement;
        if (root.GetProperty("type").GetString() == "migration.status_updated")
        {
            var migration = root.GetProperty("data").GetProperty("id").GetString() ?? "";
            var sequence = root.GetProperty("sequence").GetInt64();
            if (sequence > latest.GetValueOrDefault(migration))
            {
                latest[migration] = sequence;
                Console.WriteLine($"{migration} is {root.GetProperty("data").GetProperty("status").GetString()}");
            }
        }
        seen.Add(id);
    }
    return Results.NoContent();
});

// Reachable from this device only. Put your web server in front of it.
app.Run("http://127.0.0.1:3000");

static class FerryWebhook
{
    public static byte[] ReadKey(string secret)
    {
        byte[] key;
        try { key = Convert.FromBase64String(secret.StartsWith("whsec_") ? secret.Substring(6) : secret); }
        catch (FormatException) { key = new byte[0]; }
        // Anyone can guess an empty or short key.
        if (key.Length < 24) throw new InvalidOperationException(
            "FERRY_WEBHOOK_SECRET is not a webhook secret: use whsec_ and base64 of at least 24 bytes");
        return key;
    }

    public static bool IsGenuine(byte[] key, string id, string timestamp, string signatures, byte[] body)
    {
        long seconds;
        if (!long.TryParse(timestamp, out seconds)) return false;
        if (Math.Abs(DateTimeOffset.UtcNow.ToUnixTimeSeconds() - seconds) > 300) return false;
        var content = Encoding.UTF8.GetBytes(id + "." + timestamp + ".").Concat(body).ToArray();
        using (var hmac = new HMACSHA256(key))
        {
            var expected = Encoding.ASCII.GetBytes("v1," + Convert.ToBase64String(hmac.ComputeHash(content)));
            // During a rotation there are two signatures; one match is enough.
            return signatures.Split(' ').Any(one =>
                CryptographicOperations.FixedTimeEquals(Encoding.ASCII.GetBytes(one), expected));
        }
    }
}
