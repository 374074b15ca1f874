// Java 17 or newer, nothing to install. Try it: java Receiver.java
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class Receiver {
    // Verify the exact bytes: JSON that was parsed and serialized again has another signature.
    static boolean isGenuine(byte[] key, Headers headers, byte[] body) throws GeneralSecurityException {
        String id = headers.getFirst("webhook-id");
        String timestamp = headers.getFirst("webhook-timestamp");
        String signatures = headers.getFirst("webhook-signature");
        if (id == null || signatures == null || timestamp == null || !timestamp.matches("\\d{1,12}")) return false;
        if (Math.abs(Instant.now().getEpochSecond() - Long.parseLong(timestamp)) > 300) return false;
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(key, "HmacSHA256"));
        mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
        byte[] expected = ("v1," + Base64.getEncoder().encodeToString(mac.doFinal(body))).getBytes();
        // During a rotation there are two signatures; one match is enough.
        for (String one : signatures.split(" ")) {
            if (MessageDigest.isEqual(one.getBytes(), expected)) return true;
        }
        return false;
    }

    // Replace this with your database: events can arrive twice or late.
    static final Set<String> seen = ConcurrentHashMap.newKeySet();

    static void handle(String id, String json) {
        if (!seen.add(id)) return;
        // Parse it with your JSON library. Ignore a status unless its "sequence" is above the last one of its migration.
        System.out.println(json);
    }

    static byte[] readKey(String secret) {
        byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
        // Anyone can guess an empty or short key.
        if (key.length < 24) throw new IllegalArgumentException(
            "FERRY_WEBHOOK_SECRET is not a webhook secret: use whsec_ and base64 of at least 24 bytes");
        return key;
    }

    public static void main(String[] args) throws IOException {
        byte[] key = readKey(System.getenv().getOrDefault("FERRY_WEBHOOK_SECRET", ""));
        int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
        // Reachable from this device only. Put your web server in front of it.
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.createContext("/", exchange -> {
            int status = 500;
            try {
                byte[] body = exchange.getRequestBody().readAllBytes();
                status = isGenuine(key, exchange.getRequestHeaders(), body) ? 204 : 401;
                if (status == 204) {
                    handle(exchange.getRequestHeaders().getFirst("webhook-id"), new String(body, StandardCharsets.UTF_8));
                }
            } catch (GeneralSecurityException | RuntimeException error) {
                // If this throws, the response is 500 and Ferry retries.
                error.printStackTrace();
                status = 500;
            }
            exchange.sendResponseHeaders(status, -1);
            exchange.close();
        });
        server.start();
    }
}
