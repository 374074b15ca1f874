// Go 1.21 or newer, nothing to install.
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

// Verify the exact bytes: JSON that was parsed and serialized again has another signature.
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
	// During a rotation there are two signatures; one match is enough.
	for _, one := range strings.Fields(headers.Get("webhook-signature")) {
		if hmac.Equal([]byte(one), expected) {
			return true
		}
	}
	return false
}

type event struct {
	Type string `json:"type"`
	Data struct {
		ID     string `json:"id"`
		Status string `json:"status"`
	} `json:"data"`
	Sequence int64 `json:"sequence"`
}

// Replace this with your database: events can arrive twice or late.
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
	// Anyone can guess an empty or short key.
	if err != nil || len(key) < 24 {
		log.Fatal("FERRY_WEBHOOK_SECRET is not a webhook secret: use whsec_ and base64 of at least 24 bytes")
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, 1<<20))
		if err != nil || !isGenuine(key, request.Header, body) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var one event
		// If this fails, the response is 500 and Ferry retries.
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
	// Reachable from this device only. Put your web server in front of it.
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
