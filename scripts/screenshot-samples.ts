/** The contents of an item in the screenshots. */
interface Sample {
  item_name: string
  item_description: string
  catalogs: { cat_name: string; pages: { page_title: string; page_content: string; isShown?: boolean }[] }[]
}

const english = `Places an order for a customer. The order and its stock are reserved for 30 minutes or until it is paid.

## Request

\`POST /v1/orders\`

| Field | Type | Required | Description |
|---|---|---|---|
| customer_id | string | yes | ID of the customer |
| lines | array | yes | products to order, at least one |
| lines[].sku | string | yes | product code |
| lines[].count | integer | yes | quantity, 1 to 99 |
| note | string | no | note for the warehouse |

\`\`\`json
{
  "customer_id": "c_1042",
  "lines": [{ "sku": "TEA-250", "count": 2 }]
}
\`\`\`

> [!TIP]
> Send \`Idempotency-Key\` to retry safely.

## Response

\`201 Created\` with the order. Its \`state\` is \`open\`.

## Errors

| Code | Description |
|---|---|
| 404 | the customer is unknown |
| 409 | not enough in stock |
`

const chinese = `为客户创建订单。订单创建后会预留库存，直到完成支付或超过 30 分钟。

## 请求

\`POST /v1/orders\`

| 字段 | 类型 | 必填 | 说明 |
|---|---|---|---|
| customer_id | string | 是 | 客户编号 |
| lines | array | 是 | 订单明细，至少一行 |
| lines[].sku | string | 是 | 商品编码 |
| lines[].count | integer | 是 | 数量，1 至 99 |
| note | string | 否 | 给仓库的备注 |

\`\`\`json
{
  "customer_id": "c_1042",
  "lines": [{ "sku": "TEA-250", "count": 2 }]
}
\`\`\`

> [!TIP]
> 携带 \`Idempotency-Key\` 可以避免重复下单。

## 返回

成功时返回 \`201 Created\` 和订单内容，其中 \`state\` 为 \`open\`。

## 错误码

| 状态码 | 含义 |
|---|---|
| 404 | 客户不存在 |
| 409 | 库存不足 |
`

const titled = (titles: string[]) => titles.map((page_title) => ({ page_title, page_content: page_title }))

/** The item of each language. */
export const samples: Record<'en' | 'zh', Sample> = {
  en: {
    item_name: 'Orders API',
    item_description: 'Placing, paying and tracking orders',
    catalogs: [
      { cat_name: '', pages: titled(['Getting started', 'Signing requests']) },
      {
        cat_name: 'Orders',
        pages: [
          { page_title: 'Create an order', page_content: english, isShown: true },
          ...titled(['Read an order', 'Cancel an order', 'States of an order']),
        ],
      },
      { cat_name: 'Payments', pages: titled(['Pay', 'Refund']) },
      { cat_name: 'Data dictionary', pages: titled(['orders', 'order_lines', 'customers']) },
      { cat_name: 'Operations', pages: titled(['Release notes', 'Runbook']) },
    ],
  },
  zh: {
    item_name: '订单接口',
    item_description: '下单、支付与跟踪',
    catalogs: [
      { cat_name: '', pages: titled(['快速开始', '请求签名']) },
      {
        cat_name: '订单',
        pages: [
          { page_title: '创建订单', page_content: chinese, isShown: true },
          ...titled(['查询订单', '取消订单', '订单状态']),
        ],
      },
      { cat_name: '支付', pages: titled(['发起支付', '退款']) },
      { cat_name: '数据字典', pages: titled(['orders 订单表', 'order_lines 明细表', 'customers 客户表']) },
      { cat_name: '运维', pages: titled(['发布说明', '应急手册']) },
    ],
  },
}
