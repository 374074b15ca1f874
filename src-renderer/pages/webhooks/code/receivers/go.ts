export const goReceiver = `// Go 1.21 or newer, nothing to install.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

// The exact bytes that came in: JSON that was parsed and written again has another signature.
func isGenuine(key []byte, headers http.Header, body []byte) bool {
	id, timestamp := headers.Get("webhook-id"), headers.Get("webhook-timestamp")
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if age := time.Now().Unix() - seconds; err != nil || age > 300 || age < -300 {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%s.", id, timestamp)
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	// While a secret is rotated there are two signatures; one that fits is enough.
	for _, one := range strings.Fields(headers.Get("webhook-signature")) {
		if hmac.Equal([]byte(one), expected) {
			return true
		}
	}
	return false
}

type event struct {
	Type string \`json:"type"\`
	Data struct {
		ID     string \`json:"id"\`
		Status string \`json:"status"\`
	} \`json:"data"\`
	Sequence int64 \`json:"sequence"\`
}

// Your database, in memory here: an event can come twice, and late.
var (
	mutex  sync.Mutex
	seen   = map[string]bool{}
	latest = map[string]int64{}
)

func handle(id string, one event) {
	mutex.Lock()
	defer mutex.Unlock()
	if seen[id] {
		return
	}
	if one.Type == "migration.status_updated" && one.Sequence > latest[one.Data.ID] {
		latest[one.Data.ID] = one.Sequence
		fmt.Println(one.Data.ID, "is", one.Data.Status)
	}
	seen[id] = true
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("FERRY_WEBHOOK_SECRET"), "whsec_"))
	// Anybody can sign with a key that is empty or short.
	if err != nil || len(key) < 24 {
		log.Fatal("FERRY_WEBHOOK_SECRET is no secret of a webhook: whsec_ and base64 of 24 bytes or more")
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil || !isGenuine(key, request.Header, body) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var one event
		// What fails is answered with 500 and comes again.
		if err := json.Unmarshal(body, &one); err != nil {
			response.WriteHeader(http.StatusInternalServerError)
			return
		}
		handle(request.Header.Get("webhook-id"), one)
		response.WriteHeader(http.StatusNoContent)
	})
	port := os.Getenv("PORT")
	if port == "" {
		port = "3000"
	}
	// This computer only; your web server stands in front of it.
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
`;
