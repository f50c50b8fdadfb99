// A client of hey-api: creates an order, reads it, and prints its id and total.
import { client } from "../made/hey-api/client.gen"
import { ordersCreate, ordersRead } from "../made/hey-api/sdk.gen"

const [baseUrl = "", key = "", exchange = ""] = process.argv.slice(2)
client.setConfig({ baseUrl, auth: ({ name }) => (name === "key" ? key : exchange) })

const { data: created } = await ordersCreate({
  throwOnError: true,
  body: {
    shipping_flag: "not_required",
    item_id: [{ sku: "MOK-3", price: 31.9, quantity: 1 }],
    shipping_method: "Pick-up",
    shipping_cost: 0,
    payment_method: "bank_transfer"
  }
})
const { data: order } = await ordersRead({ throwOnError: true, query: { orderID: created.order_id } })
console.log(order.orderID, order.total)
