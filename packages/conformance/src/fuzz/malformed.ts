/** Malformed HTTP, and bodies that cost their receiver more than their sender. */
import { disposition } from "./encoded.ts"

/** Request lines. */
export const heads: ReadonlyArray<string> = [
  "GET",
  "GET ",
  "GET /",
  "GET / HTTP",
  "GET / HTTP/1.1 x",
  "GET  / HTTP/1.1",
  "GET / HTTP/9.9",
  "GET / HTTP/2.0",
  "GET / http/1.1",
  " GET / HTTP/1.1",

  "\0",
  "GET /\0 HTTP/1.1",
  "GET / HTTP/1.1\nHost: a",
  "G\u00e9T / HTTP/1.1",
  "PRI * HTTP/2.0",
  "\x16\x03\x01\x02",
  "get / HTTP/1.1",
  "FOO / HTTP/1.1",

  "CONNECT a:1 HTTP/1.1",
  "OPTIONS * HTTP/1.1",
  "TRACE / HTTP/1.1",
  "GET http:// HTTP/1.1",
  "GET a HTTP/1.1",
  "GET * HTTP/1.1",
  "GET ?a HTTP/1.1"
]

/** Paths that are not served, some of which a careless server takes for one that is. */
export const paths: ReadonlyArray<string> = [
  "/",
  "/v1.1",
  "/v1.1/",
  "/v1.0/orders/list.json",
  "/v1.1/orders/list.json/",
  "//v1.1/orders/list.json",
  "/V1.1/ORDERS/LIST.JSON",

  "/v1.1/../control/v1/shops/list.json",
  "/v1.1/orders/%2e%2e/list.json",
  "/%63ontrol/v1/shops/list.json",
  "/v1.1/orders/list%2ejson",
  "/%",

  "/docs/../healthz",
  "/docs/%2e%2e/%2e%2e/etc/passwd",
  "/images/x/y",
  "/favicon.ico",
  "/\u00ff",
  "/a;b",
  "/.env",
  "/docs/",
  "/metrics/x",
  "/openapi.json?x"
]

/** Headers of a request, including `Host`. */
export const headers: ReadonlyArray<string> = [
  "",
  "Host: a\r\nHost: b",
  "Host:",
  "Host: a b",
  "Host: \u00e9",
  "Host: a\r\nContent-Length: 1\r\nContent-Length: 2",
  "Host: a\r\nContent-Length: -1",

  "Host: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked",
  "Host: a\r\nTransfer-Encoding: x",
  "Host: a\r\nTransfer-Encoding: identity",
  "Host: a\r\nTransfer-Encoding: chunked, gzip",

  "Host: a\r\nX : 1",
  "Host: a\r\n X: 1",
  "Host: a\r\nX\0: 1",
  "Host: a\r\nX: \0",
  "Host: a\r\nNoColon",
  "Host: a\r\n: v",
  "Host: a\r\nContent-Length: 1e1",

  `Host: a\r\n${"X: 1\r\n".repeat(150)}X: 1`,
  `Host: a\r\nX: ${"x".repeat(20_000)}`,
  `Host: ${"h".repeat(5000)}`,
  "Host: a\r\nExpect: 200-ok",
  "Host: a\r\nExpect:",

  "Host: a\r\nUpgrade: websocket\r\nConnection: Upgrade",
  "Host: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABk"
]

/** Bodies in chunks. */
export const chunkedBodies: ReadonlyArray<string> = [
  "x\r\n",
  "-1\r\n",
  "1\r\nab\r\n0\r\n\r\n",
  "ffffffffffffffffff\r\n",
  "1",
  "0\r\n",
  `1;${"e".repeat(20_000)}\r\na\r\n0\r\n\r\n`,
  "1 \r\na\r\n0\r\n\r\n",
  `0\r\n${"T: 1\r\n".repeat(500)}\r\n`,
  "0\r\nTransfer-Encoding: x\r\n\r\n",
  "1\na\n0\n\n",
  "0x1\r\na\r\n0\r\n\r\n"
]

/** Methods that no operation has. */
export const methods = ["PATCH", "QUERY", "PROPFIND", "TRACE", "LOCK", "MKCOL", "OPTIONS", "HEAD", "PURGE", "M-SEARCH"]

/** Bodies that are cheap to make but may be expensive to process; built when they are sent. */
export const heavyBodies: ReadonlyArray<readonly [type: string, text: () => string]> = [
  ["application/json", () => `{"a":[${"1,".repeat(900_000)}1]}`],
  ["application/json", () => `{"${"n".repeat(60_000)}":[${"{},".repeat(3000)}1]}`],
  ["application/json", () => `{"orderID":[${"[1],".repeat(9000)}1],"${"m".repeat(60_000)}":{"__proto__":1}}`],
  ["application/json", () => `{"tags":"${",".repeat(1_900_000)}"}`],
  ["application/x-www-form-urlencoded", () => `tags=${"a,".repeat(900_000)}`],
  ["application/x-www-form-urlencoded", () => "a[]=1&".repeat(300_000)],
  ["application/x-www-form-urlencoded", () => `${"][".repeat(900_000)}=1`],
  ["application/x-www-form-urlencoded", () => "%".repeat(1_900_000)],
  ["multipart/form-data; boundary=B", () => `--B\r\n${disposition}"a"\r\n\r\n1\r\n`.repeat(30_000)],
  ["multipart/form-data; boundary=B", () => `--B\r\n${disposition}"a"; filename="a"\r\n\r\n${"x".repeat(1_900_000)}`],
  ["application/json", () => "[".repeat(1_900_000)],
  ["application/json", () => `{"a":"${"\\u0000".repeat(300_000)}"}`]
]
