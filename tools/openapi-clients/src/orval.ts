// A client of orval: creates an order, reads it, and prints its id and total. Its addresses are those of the document.
import { ordersCreate, ordersRead } from "../made/orval"

const [, key = "", exchange = ""] = process.argv.slice(2)
const headers = { key, exchange }

const created = await ordersCreate(
  {
    shipping_flag: "not_required",
    item_id: [{ sku: "MOK-3", price: 31.9, quantity: 1 }],
    shipping_method: "Pick-up",
    shipping_cost: 0,
    payment_method: "bank_transfer"
  },
  { headers }
)
if (created.status !== 200) throw new Error(created.data.error.message)
const read = await ordersRead({ orderID: created.data.order_id }, { headers })
if (read.status !== 200) throw new Error(read.data.error.message)
console.log(read.data.orderID, read.data.total)
