/** What is delivered to webhooks, on every surface and store; each has an installation that delivers. */
import { deliveries } from "../src/areas/webhooks/deliveries.ts"
import { run } from "../src/run.ts"

run([deliveries], "embedded", { delivers: true })
run([deliveries], "served", { delivers: true })
