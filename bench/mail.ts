/**
 * Measures the queue of mail: the memory that a long queue takes, and the messages a second and the CPU time of each message that
 * a server sends to an SMTP server of this process, which only answers.
 */
import { createServer, type Socket } from "node:net"
import { post } from "./post.ts"
import { table } from "./report.ts"
import { type Server, startServer } from "./server.ts"
import { usageOf } from "./usage.ts"

/** Shops, and messages of each; a shop makes sixty attempts in a minute. */
const [shops, messagesOfShop] = process.env["BENCH_BRIEF"] === "1" ? [5, 20] : [200, 50]
const count = shops * messagesOfShop

export const mail = async (): Promise<void> => {
  const smtp = await new Smtp().listen()
  const flags = [
    "--no-throttle",
    "--smtp-url",
    `smtp://127.0.0.1:${smtp.port}?tls=off`,
    "--mail-from",
    "shop@bottega.it"
  ]
  const server = await startServer("sqlite", 0, flags, true)
  const { rss } = await server.watch()
  const all = await Promise.all(Array.from({ length: shops }, () => shopOn(server)))
  for (let n = 0; n < messagesOfShop; n++) await Promise.all(all.map((shop) => order(server, shop, n)))
  const filled = await server.watch()
  const before = usageOf(server)
  const begun = performance.now()
  smtp.open()
  while (smtp.taken < count) await new Promise((resolve) => setTimeout(resolve, 20))
  const seconds = (performance.now() - begun) / 1000
  const cpuMs = usageOf(server).cpuMs - before.cpuMs
  const sent = await server.watch()
  await server.stop()
  smtp.close()
  const MiB = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(0)} MiB`
  table(
    `${count} messages of ${shops} shops, sqlite`,
    ["", "messages a second", "CPU of a message", "p99 of a turn", "peak over idle"],
    [
      ["queued with their orders", "", "", `${filled.p99.toFixed(1)} ms`, MiB(filled.peak - rss)],
      [
        "sent",
        (count / seconds).toFixed(0),
        `${(cpuMs / count).toFixed(2)} ms`,
        `${sent.p99.toFixed(1)} ms`,
        MiB(sent.peak - rss)
      ]
    ]
  )
}

/** Makes a shop that writes to its customers; gives the headers of a key set of it. */
const shopOn = async ({ headers, url }: Server): Promise<Headers> => {
  const operator = { authorization: headers["authorization"]! }
  const { id } = await post<{ id: string }>(`${url}/control/v1/shops/shop.json`, operator, {
    ...{ name: "Bench", mail_customers: 1 }
  })
  const { exchange, key } = await post<Headers>(`${url}/control/v1/keys/key.json`, operator, {
    ...{ shop: id, permission: "read-write" }
  })
  return { exchange: exchange!, key: key! }
}

const order = ({ url }: Server, shop: Headers, n: number) =>
  post(`${url}/v1.1/orders/order.json`, shop, {
    shipping_flag: "not_required",
    item_id: [{ sku: "MUG", price: 10, quantity: 1 }],
    ...{ shipping_method: "Courier", shipping_cost: 0, payment_method: "paypal", billing_email: `buyer${n}@posta.it` }
  })

type Headers = Readonly<Record<string, string>>

/** Takes each message; until it is opened, it lets senders wait for the reply to their recipient. */
class Smtp {
  taken = 0
  port = 0
  readonly #opened = Promise.withResolvers<void>()
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer((socket) => this.#serve(socket))

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve))
    this.port = (this.#server.address() as { readonly port: number }).port
    return this
  }

  open(): void {
    this.#opened.resolve()
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#server.close()
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket)
    let [text, isContent] = ["", false]
    socket.on("error", () => {})
    socket.on("close", () => this.#sockets.delete(socket))
    socket.setEncoding("latin1")
    socket.write("220 bench\r\n")
    socket.on("data", (piece) => {
      text += piece
      for (let end = text.indexOf(isContent ? "\r\n.\r\n" : "\r\n"); end >= 0; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end)
        text = text.slice(end + (isContent ? 5 : 2))
        if (isContent) this.taken++
        isContent = !isContent && line === "DATA"
        if (line.startsWith("RCPT")) void this.#opened.promise.then(() => socket.write("250 ok\r\n"))
        else socket.write(isContent ? "354 go on\r\n" : "250 ok\r\n")
        if (isContent) break
      }
    })
  }
}
