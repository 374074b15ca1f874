// .NET 8 or newer, Program.cs of "dotnet new web"
using System.Net.Http.Headers;

var app = WebApplication.CreateBuilder(args).Build();
var http = new HttpClient();
var key = Environment.GetEnvironmentVariable("FERRY_API_KEY");

// Called by your own page, behind your own login.
app.MapPost("/ferry/link-token", async () =>
{
    using var call = new HttpRequestMessage(HttpMethod.Post, "https://api.ferry.example/api/v1/link-token");
    call.Headers.Authorization = new AuthenticationHeaderValue("Bearer", key);
    call.Content = JsonContent.Create(new { });
    using var reply = await http.SendAsync(call);
    // { "link_token": "..." }: valid for 60 s, works once. Never log it.
    var json = await reply.Content.ReadAsStringAsync();
    return Results.Text(json, "application/json", statusCode: (int)reply.StatusCode);
});

app.Run();
