/** The program of the thread that cleans HTML: it is sent one text after another, and answers each. */
import { parentPort } from "node:worker_threads"
import { cleaned } from "./restricted.ts"

parentPort?.on("message", (html: string) => parentPort?.postMessage(cleaned(html)))
