/** A meaning in English and in Chinese. */
type Words = readonly [en: string, zh: string]

type ByPath = Readonly<Record<string, Words>>

const under = (path: string, words: ByPath): ByPath =>
  Object.fromEntries(Object.entries(words).map(([name, one]) => [name === '' ? path : `${path}.${name}`, one]))

const request = under('request', {
  '': ['The request', '请求'],
  method: ['Its method', '请求方法'],
  url: ['Where it goes, whole', '完整的请求地址'],
  headers: ['Its headers', '请求头'],
  'headers[].name': ['The name', '名称'],
  'headers[].value': ['The value', '值'],
  body: ['Its body', '请求体'],
  'body.kind': [
    'none, a text, the fields of a form (`application/x-www-form-urlencoded` or multipart), or a file',
    '无、文本、表单字段（`application/x-www-form-urlencoded` 或 multipart）或文件',
  ],
  'body.text': ['The text', '文本'],
  'body.rows': ['The fields of a form, or the one file', '表单字段，或单个文件'],
  'body.rows[].name': ['The name of the field', '字段名'],
  'body.rows[].value': ['Its value; the bytes of a file as base64', '字段值；文件为 base64 内容'],
  'body.rows[].is_file': ['Whether it is a file', '是否为文件'],
  'body.rows[].file_name': ['The name of the file', '文件名'],
  'body.rows[].type': ['Its media type', '媒体类型'],
  follow: ['Whether redirects are followed, up to five', '是否跟随重定向，最多五次'],
})

const answer = under('answer', {
  '': ['What came back', '返回结果'],
  status: ['The status, such as 200', '状态码，如 200'],
  status_text: ['The word for it', '状态文本'],
  url: ['Where it came from at last', '最终的地址'],
  redirects: ['The addresses that led there', '途经的地址'],
  headers: ['Its headers', '响应头'],
  'headers[].name': ['The name', '名称'],
  'headers[].value': ['The value', '值'],
  content: ['The text; bytes as base64', '文本；二进制内容为 base64'],
  is_base64: ['Whether it is base64', '是否为 base64'],
  is_truncated: ['Whether more was to come', '是否只读取了一部分'],
  size_bytes: ['How many bytes came', '收到的字节数'],
  time_ms: ['How long it took, ms', '耗时，毫秒'],
})

const entry: ByPath = {
  '[].id': ['The entry', '记录编号'],
  '[].addtime': ['When it was sent', '发送时间'],
  '[].method': ['Its method', '请求方法'],
  '[].url': ['Where it went, secrets masked', '请求地址，密钥已隐藏'],
  '[].status': ['The status that came back', '返回的状态码'],
  '[].time_ms': ['How long it took, ms', '耗时，毫秒'],
  '[].is_browser': ['1 when the browser sent it itself', '1 表示由浏览器直接发送'],
}

const env_id: Words = ['The environment', '环境']
const env_version: Words = [
  'What it holds, as one word: another one after a change; sent back as `base_version`',
  '内容版本标识，内容变化后随之变化；保存时作为 `base_version` 传回',
]
const made: ByPath = { id: ['Its entry in the history', '发送记录编号'] }

/** What the fields of inputs mean in the calls of `apiCall`. */
export const apiCallFieldDescriptions: Readonly<Record<string, ByPath>> = {
  'apiCall/send': {
    ...request,
    env_id: ['The environment whose secrets are filled in; 0 for none', '填入其密钥的环境；0 表示不使用'],
  },
  'apiCall/keep': { ...request, ...answer },
  'apiCall/historyInfo': { id: ['The entry', '记录编号'] },
  'apiCall/historyDelete': { id: ['The entry; 0 for all of the page', '记录编号；0 表示该页面的全部记录'] },
  'apiCall/environmentSave': {
    env_id: ['The environment; 0 for a new one', '环境；0 表示新建'],
    env_name: ['Its name', '环境名称'],
    base_url: ['What addresses that begin with `/` are put behind; empty for none', '以 `/` 开头的地址的前缀；可留空'],
    variables: ['Its variables', '变量'],
    'variables[].name': ['The name, written `{{name}}` in requests', '变量名，在请求中写作 `{{name}}`'],
    'variables[].value': ['The value; dropped for a secret one', '变量值；密钥变量忽略此项'],
    'variables[].is_secret': ['Whether each person keeps a value of their own', '是否由每个人各自填写'],
    base_version: [
      'The `env_version` that the change was made from: refused when there is another one by now; empty to replace whatever is there',
      '修改所依据的 `env_version`，若已不是最新则拒绝；留空则直接覆盖',
    ],
  },
  'apiCall/environmentDelete': { env_id },
  'apiCall/secretSave': {
    env_id,
    name: ['The secret variable', '密钥变量名'],
    value: ['My value; empty to forget it', '我的值；留空则清除'],
  },
}

/** What the fields of answers mean in the calls of `apiCall`. */
export const apiCallResponseDescriptions: Readonly<Record<string, ByPath>> = {
  'apiCall/send': { ...made, ...answer },
  'apiCall/keep': made,
  'apiCall/history': entry,
  'apiCall/historyInfo': {
    id: ['The entry', '记录编号'],
    addtime: ['When it was sent', '发送时间'],
    is_cut: ['Whether a long text or a file was left out', '是否省略了过长的文本或文件'],
    ...request,
    ...answer,
  },
  'apiCall/environments': {
    '[].env_id': env_id,
    '[].env_name': ['Its name', '环境名称'],
    '[].base_url': ['What addresses that begin with `/` are put behind', '以 `/` 开头的地址的前缀'],
    '[].addtime': ['When it was changed last', '最后修改时间'],
    '[].env_version': env_version,
    '[].variables': ['Its variables', '变量'],
    '[].variables[].name': ['The name', '变量名'],
    '[].variables[].value': ['The value; empty for a secret one', '变量值；密钥变量为空'],
    '[].variables[].is_secret': ['Whether each person keeps a value of their own', '是否由每个人各自填写'],
    '[].variables[].is_set': ['Whether I keep one for its host', '我是否已为其主机填写'],
  },
  'apiCall/environmentSave': { env_id, env_version },
}
