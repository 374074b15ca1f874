// The backend of docs/examples/ferry-sdk.html, with .NET 8 or newer:
//   npm run example csharp
// It serves the page on http://127.0.0.1:4700 and the one endpoint that Ferry SDK needs from an organization.
using System.Net.Http.Headers;
using System.Text;

var service = Environment.GetEnvironmentVariable("FERRY_URL") ?? "http://127.0.0.1:4600";
var key = Environment.GetEnvironmentVariable("FERRY_API_KEY");
var port = Environment.GetEnvironmentVariable("PORT") ?? "4700";
var http = new HttpClient { Timeout = TimeSpan.FromSeconds(10) };

var builder = WebApplication.CreateBuilder();
builder.Logging.ClearProviders();
var app = builder.Build();
var pagePath = Path.Combine(builder.Environment.ContentRootPath, "..", "ferry-sdk.html");

// A real backend checks here who is logged in: whoever gets a link token can start a migration.
app.MapPost("/ferry/link-token", async () =>
{
    using var call = new HttpRequestMessage(HttpMethod.Post, $"{service}/api/v1/link-token");
    call.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
    call.Content = new StringContent("{}", Encoding.UTF8, "application/json");
    try
    {
        using var reply = await http.SendAsync(call);
        var json = await reply.Content.ReadAsStringAsync();
        return Results.Text(json, "application/json", statusCode: (int)reply.StatusCode);
    }
    catch (Exception error) when (error is HttpRequestException or OperationCanceledException)
    {
        return Results.Json(new { message = "Ferry did not answer." }, statusCode: 502);
    }
});
app.MapGet("/", async () =>
{
    var page = await File.ReadAllTextAsync(pagePath);
    return Results.Text(page.Replace("http://127.0.0.1:4600", service), "text/html");
});

app.Urls.Add($"http://127.0.0.1:{port}");
await app.StartAsync();
Console.WriteLine(app.Urls.First());
await app.WaitForShutdownAsync();
