/** The deviations of the contract from the specification's table, with their reasons. */

const pages = "A list that is read a page at a time has a cursor beside its other parameters."
const legalContent = "A change without a text says nothing; an empty text clears."

/** Deviations by operation, each with the decision behind it. */
export const departures: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "GET /control/v1/requests/list.json": { "limit default is 100, not none": "As for every list by pages." },
  "GET /v1.1/orders/list.json": {
    "cursor is a parameter of its own": pages,
    "status is enum, not int": "A status is one of the nine of the table."
  },
  "GET /v1.1/orders/order.json": {
    "answers no marketplaceDetails": "The document leaves the shape open; it is an object as it was sent, or null.",
    "answers marketplaceDetails.* too": "As above."
  },
  "POST /v1.1/orders/order.json": {
    "delivery_email is email, not string": "Address parameters are checked whenever they are given.",
    "billing_email is email, not string": "Address parameters are checked whenever they are given.",
    "coupon_amount default is none, not 0": "An amount that is not given is computed.",
    "currency values is , not EUR GBP USD": "The shop's own currency is allowed besides, which no declaration can name."
  },
  "POST /v1.1/coupons/check.json": {
    "shipping_method default is , not none": "A cart without a method matches no rule about one.",
    "shipping_cost default is 0, not none": "A cart without a shipping cost has none."
  },
  "POST /v1.1/realtimecoupons/realtimecoupon.json": {
    "answers secret too": "What the endpoint is asked is signed with a secret of its own, which is shown once."
  },
  "POST /v1.1/realtimeshippings/realtimeshipping.json": {
    "answers secret too": "As for coupons."
  },
  "DELETE /v1.1/clients/batchTags.json": { "email[] required is true, not false": "Nobody is addressed without it." },
  "PUT /v1.1/inventory/inventory.json": { "is_child default is 0, not none": "is_child is 0 where it is left out." },
  "PUT /v1.1/inventory/batchInventory.json": {
    "stage[<sku>][is_child] required is false, not true": "is_child is 0 where it is left out, in a batch too.",
    "stage[<sku>][is_child] default is 0, not none": "As above."
  },
  "PUT /v1.1/orders/order.json": { "tracking_url is url, not string": "It is an http or https address." },
  "PUT /v1.1/inventory/patchInventory.json": {
    "is_child default is 0, not none": "is_child is 0 where it is left out."
  },
  "GET /v1.1/products/paginated_list.json": {
    "cursor is a parameter of its own": pages
  },
  "POST /v1.1/products/image.json": {
    "related default is 0, not none": "A flag that is left out is 0: the picture becomes the main image."
  },
  "GET /v1.1/gallery/list.json": {
    "cursor is a parameter of its own": pages
  },
  "POST /v1.1/template/js.json": {
    "embed default is 0, not none": "Content whose kind is not said is a script, and is wrapped.",
    "elaborate default is 0, not none": "A flag that is left out is 0."
  },
  "GET /v1.1/brands/brand.json": {
    "answers image_id too": "A reader sees which image the brand is shown with, or null."
  },
  "GET /v1.1/clients/list.json": {
    "answers no custom_fields": "The table cannot say that the keys of an object are the sender's own.",
    "answers custom_fields.* too": "As above."
  },
  "GET /v1.1/clients/list_paginated.json": {
    "cursor is a parameter of its own": pages,
    "limit default is 10, not none": "A page has ten customers if no limit is sent.",
    "page default is 1, not none": "As above: it is the first page.",
    "answers no custom_fields": "As in the whole list.",
    "answers custom_fields.* too": "As above."
  },
  "GET /v1.1/useraccount/addresses.json": {
    "answers no addresses[].metadata.address_name":
      "The table cannot say that the keys of an object are the sender's own.",
    "answers addresses[].metadata.* too": "As above."
  },
  "POST /v1.1/giftcards/loadCredit.json": {
    "credit required is false, not true": "amount may be sent in its place; one of the two is required."
  },
  "DELETE /v1.1/giftcards/unloadCredit.json": { "credit required is false, not true": "As for a load." },
  "PUT /v1.1/clients/accept_marketing.json": {
    "accept_marketing values is , not false true": "A boolean may be written as 1 and 0 too."
  },
  "GET /v1.1/payments/payment.json": {
    "answers get_more too": "What was sent as get_more is kept and shown."
  },
  "POST /v1.1/b2b/user.json": {
    "send_email values is , not yes": "Any other value sends nothing, as if it were not sent."
  },
  "DELETE /v1.1/b2b/user.json": {
    "customer values is , not delete": "With any other value the customer becomes a guest."
  },
  "POST /v1.1/attributes/attribute.json": {
    "read_only default is 0, not none": "An attribute may be edited by everyone by default."
  },
  "POST /v1.1/webhook/webhook.json": {
    "type is enum, not int": "A type is one of those of the declared events.",
    "format is enum, not string": "It is json or form, and nothing else.",
    "format default is json, not none": "Events are JSON by default.",
    "format values is form json, not form": "As above."
  },
  "PUT /v1.1/webhook/webhook.json": { "type is enum, not int": "A type is one of those of the declared events." },
  "POST /control/v1/webhooks/rotate.json": {
    "webhook required is true, not false": "No webhook is addressed without it.",
    "overlap_seconds default is 86400, not none": "The former secret goes on signing for a day, as a pair of keys does."
  },
  "PUT /control/v1/webhooks/webhook.json": {
    "webhook required is true, not false": "No webhook is addressed without it.",
    "paused required is true, not false": "Nothing is asked without it."
  },
  "GET /v1.1/storelocator/point.json": { "id required is true, not false": "No point is addressed without it." },
  "POST /v1.1/storelocator/point.json": {
    "custom[<>] is a parameter of its own": "An entry may be sent by its number, as it is shown.",
    "contact_website is url, not string": "It is an http or https address.",
    "custom[] is missing": "A list is accepted too, and one declaration cannot be both."
  },
  "PUT /v1.1/storelocator/point.json": {
    "custom[<>] is a parameter of its own": "As for a new point.",
    "contact_website is url, not string": "As for a new point.",
    "custom[] is missing": "As for a new point."
  },
  "DELETE /v1.1/storelocator/point.json": { "id required is true, not false": "No point is addressed without it." },
  "GET /v1.1/pages/page.json": { "id required is true, not false": "No page is addressed without it." },
  "GET /v1.1/categories/list.json": { "answers status too": "What is sent can be read." },
  "POST /v1.1/categories/category.json": {
    "status default is 1, not none": "A new category is active, as a new product is."
  },
  "PUT /v1.1/categories/category.json": { "name required is false, not true": "A change changes only what is sent." },
  "GET /v1.1/customergroup/list.json": {
    "answers metadata[] too": "metadata is an empty list where a group has none."
  },
  "GET /v1.1/customergroup/group.json": {
    "answers metadata[] too": "metadata is an empty list where a group has none."
  },
  "PUT /v1.1/legal/privacy.json": { "content required is true, not false": legalContent },
  "PUT /v1.1/legal/terms.json": { "content required is true, not false": legalContent },
  "PUT /v1.1/legal/cookies.json": { "content required is true, not false": legalContent },
  "POST /control/v1/shops/shop.json": {
    "url is string, not url": "A shop need not have an address; it is empty then.",
    "url default is , not none": "As above.",
    "partner_owned default is 0, not none": "A shop is nobody's partner where nothing else is said."
  },
  "PUT /control/v1/shops/shop.json": { "url is string, not url": "A shop need not have an address; it is empty then." },
  "POST /control/v1/keys/rotate.json": {
    "overlap_seconds default is 86400, not none": "The old pair stays valid for a day where nothing else is said.",
    "answers instance too": "The new pair is shown as the first one was.",
    "answers permission too": "As above."
  }
}
