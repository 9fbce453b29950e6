/** The languages in which an API document is rendered. */
export type ApiDocLang = 'en' | 'zh'

/** The labels of a rendered API document in one language. */
export interface ApiDocLabels {
  /** Separates a label from its value. */
  colon: string
  description: string
  state: string
  /** The states of a document by number. Source: reference, formats 3.1. */
  status: Record<'1' | '2' | '3' | '4' | '5', string>
  protocol: string
  protocols: Record<'websocket' | 'sse', string>
  connection: string
  url: string
  method: string
  subProtocols: string
  path: string
  header: string
  query: string
  cookies: string
  body: string
  bodyText: string
  bodyFields: string
  /** ShowDoc's page label for the fields of a JSON body, where its exported files use `bodyFields`. */
  pageBodyFields: string
  message: string
  answer: Record<'success' | 'failure' | 'further', string>
  fieldsOf(heading: string): string
  answerRemark: string
  remark: string
  columns: Record<'variable' | 'field' | 'parameter' | 'example' | 'required' | 'type' | 'remark', string>
  yes: string
  no: string
  /** Shown for an absent value. */
  none: string
}

const en: ApiDocLabels = {
  colon: ': ',
  description: 'Description',
  state: 'Status',
  status: { 1: 'In development', 2: 'Testing', 3: 'Done', 4: 'Needs changes', 5: 'Deprecated' },
  protocol: 'Protocol',
  protocols: { websocket: 'WebSocket', sse: 'SSE (Server-Sent Events)' },
  connection: 'Connection URL',
  url: 'Request URL',
  method: 'Method',
  subProtocols: 'Sub-protocols',
  path: 'Path variables',
  header: 'Headers',
  query: 'Query parameters',
  cookies: 'Cookies',
  body: 'Body parameters',
  bodyText: 'Request example',
  bodyFields: 'Body fields',
  pageBodyFields: 'Body fields',
  message: 'Message',
  answer: { success: 'Success example', failure: 'Error example', further: 'Response example' },
  fieldsOf: (heading) => `${heading}, fields`,
  answerRemark: 'Notes on responses',
  remark: 'Notes',
  columns: {
    variable: 'Name',
    field: 'Name',
    parameter: 'Name',
    example: 'Example',
    required: 'Required',
    type: 'Type',
    remark: 'Description',
  },
  yes: 'Yes',
  no: 'No',
  none: '-',
}

// Character for character what existing clients know. Source: reference, formats 3.2 and 3.3.
const zh: ApiDocLabels = {
  colon: '：',
  description: '简要描述',
  state: '接口状态',
  status: { 1: '开发中', 2: '测试中', 3: '已完成', 4: '需修改', 5: '已废弃' },
  protocol: '协议类型',
  protocols: { websocket: 'WebSocket', sse: 'SSE (Server-Sent Events)' },
  connection: '连接URL',
  url: '请求URL',
  method: '请求方式',
  subProtocols: '子协议',
  path: '路径变量',
  header: 'Header',
  query: '请求Query参数',
  cookies: 'Cookie',
  body: '请求Body参数',
  bodyText: '请求参数示例',
  bodyFields: 'json字段说明',
  pageBodyFields: '请求json字段说明',
  message: '消息模板',
  answer: { success: '成功返回示例', failure: '失败返回示例', further: '返回示例' },
  fieldsOf: (heading) => `${heading}的参数说明`,
  answerRemark: '返回说明',
  remark: '备注',
  columns: {
    variable: '变量名',
    field: '字段名',
    parameter: '参数名',
    example: '示例值',
    required: '必选',
    type: '类型',
    remark: '说明',
  },
  yes: '是',
  no: '否',
  none: '无',
}

/** Returns the labels of a language. */
export const apiDocLabels = (lang: ApiDocLang): ApiDocLabels => (lang === 'zh' ? zh : en)
