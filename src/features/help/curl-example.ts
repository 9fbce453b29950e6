import type { Endpoint } from '#shared/contract/endpoint.ts'
import type { Shape } from '#shared/contract/list-fields.ts'

/** The site in examples. Callers may replace it with a real one. */
export const exampleSite = 'https://docs.example.com'

/** Example values of fields whose type does not say enough. */
const samples: Record<string, string> = {
  api_key: 'API_KEY',
  api_token: 'API_TOKEN',
  captcha_id: 'CAPTCHA_ID',
  captcha: 'abcde',
  cat_name: 'Orders/Payments',
  cats: '[{"cat_id":400000067,"page_id":0,"parent_cat_id":0,"s_number":1}]',
  confirm_password: 'a long password',
  data: '{"600000012":1}',
  group_name: 'Favourites',
  groups: '[{"id":3,"s_number":1}]',
  item_name: 'Shop API',
  job_id: 'JOB_ID',
  keyword: 'refund',
  member_username: 'ann,bob',
  message_content: 'Maintenance tonight at ten.',
  name: 'Ann',
  new_password: 'a longer password',
  page_comments: 'Checked',
  page_content: '# Create an order',
  page_title: 'Create an order',
  pages: '{"100000345":1}',
  password: 'a long password',
  setup_code: 'ABCD-EFGH-2345',
  sign: 'SIGN',
  sql: 'CREATE TABLE orders (id INT)',
  table_info: 'Name\tComment\norders\tOrders',
  team_name: 'Backend',
  template_title: 'New endpoint',
  time: '1767225600',
  token: '0123456789abcdef0123456789abcdef',
  uid: '2',
  uids: '2,3',
  unique_key: 'UNIQUE_KEY',
  url: 'https://docs.example.com/600000012',
  username: 'ann',
  // ids of the most common kinds
  cat_id: '400000067',
  file_id: '12',
  file_ids: '12,13',
  item_id: '600000012',
  page_id: '100000345',
}

/** Optional fields that an example needs to be meaningful. */
const reporting = new Set([
  'page_content',
  'cat_name',
  'keyword',
  'content',
  'sql',
  'table_info',
  'api_key',
  'api_token',
])

function sampleOf(name: string, shape: Shape): string {
  const known = samples[name]
  if (known !== undefined) return known
  const first = shape.anyOf?.find((one) => one.enum || one.const !== undefined) ?? shape
  const [value] = first.enum ?? (first.const === undefined ? [] : [first.const])
  if (value !== undefined && value !== '') return String(value)
  return /^(id|[\d-])/.test(shape.description ?? '') ? '1' : 'text'
}

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

function sent(name: string, value: string, isForm: boolean): string {
  if (isForm) return `-F ${/^[\w.,:/-]+$/.test(value) ? `${name}=${value}` : quoted(`${name}=${value}`)}`
  if (/^[\w.,-]+$/.test(value)) return `-d ${name}=${value}`
  return `--data-urlencode ${quoted(`${name}=${value}`)}`
}

/** Returns an example call of `name` with curl; `input` is its input shape. */
export function curlExample(name: string, endpoint: Endpoint, input: Shape): string {
  const { properties = {}, required = [] } = input
  const isForm = endpoint.upload !== undefined
  const shown = Object.entries(properties).filter(([field]) => required.includes(field) || reporting.has(field))
  const needsToken = endpoint.access !== 'anyone' && !(typeof endpoint.access === 'object' && 'key' in endpoint.access)
  const parts = [
    `curl ${exampleSite}/api/${name}`,
    ...(endpoint.responseType === 'file' ? ['-G -o answer'] : []),
    ...(needsToken ? [`-H 'Authorization: Bearer TOKEN'`] : []),
    ...(endpoint.upload === undefined ? [] : [`-F ${endpoint.upload}=@file`]),
    ...shown.map(([field, shape]) => sent(field, sampleOf(field, shape), isForm)),
  ]
  // a call without fields is still a POST
  if (endpoint.responseType !== 'file' && !isForm && shown.length === 0) parts.splice(1, 0, '-X POST')
  return parts.join(' \\\n  ')
}
