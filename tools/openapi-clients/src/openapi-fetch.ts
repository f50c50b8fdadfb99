// A client of openapi-typescript and openapi-fetch: creates one order as JSON and one as a form, and prints their ids.
import createClient from "openapi-fetch"
import type { paths } from "../made/openapi-fetch.js"

const [baseUrl = "", key = "", exchange = ""] = process.argv.slice(2)
const client = createClient<paths>({ baseUrl, headers: { key, exchange } })

const asJson = await client.POST("/v1.1/orders/order.json", {
  body: {
    shipping_flag: "not_required",
    item_id: [{ sku: "MOK-3", price: 31.9, quantity: 1 }],
    shipping_method: "Pick-up",
    shipping_cost: 0,
    payment_method: "bank_transfer"
  }
})
if (asJson.error !== undefined) throw new Error(asJson.error.error.message)

const asForm = await client.POST("/v1.1/orders/order.json", {
  headers: { "content-type": "application/x-www-form-urlencoded" },
  body: {
    shipping_flag: "not_required",
    "item_id[0][sku]": "MOK-3",
    "item_id[0][price]": 31.9,
    "item_id[0][quantity]": 1,
    "item_id[1][sku]": "MOK-6",
    "item_id[1][price]": 39.9,
    "item_id[1][quantity]": 2,
    shipping_method: "Pick-up",
    shipping_cost: 0,
    payment_method: "bank_transfer"
  }
})
if (asForm.error !== undefined) throw new Error(asForm.error.error.message)

const { data = [] } = await client.GET("/v1.1/orders/list.json", {
  params: { query: { "orderID[]": [asJson.data.order_id, asForm.data.order_id], nodes: ["short_id"] } },
  querySerializer: { array: { style: "form", explode: true } }
})
for (const { orderID, total } of data) console.log(orderID, total)
