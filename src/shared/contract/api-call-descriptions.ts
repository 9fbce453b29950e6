/** A meaning in English and in Chinese. */
type Words = readonly [en: string, zh: string]

type ByPath = Readonly<Record<string, Words>>

const under = (path: string, words: ByPath): ByPath =>
  Object.fromEntries(Object.entries(words).map(([name, one]) => [name === '' ? path : `${path}.${name}`, one]))

const request = under('request', {
  '': ['Request', '请求'],
  method: ['Request method', '请求方法'],
  url: ['Full request URL', '完整的请求地址'],
  headers: ['Headers', '请求头'],
  'headers[].name': ['Name', '名称'],
  'headers[].value': ['Value', '值'],
  body: ['Request body', '请求体'],
  'body.kind': [
    'Kind of body: none, text, form fields (`application/x-www-form-urlencoded` or multipart), or a file',
    '无、文本、表单字段（`application/x-www-form-urlencoded` 或 multipart）或文件',
  ],
  'body.text': ['Text', '文本'],
  'body.rows': ['Form fields, or the single file', '表单字段，或单个文件'],
  'body.rows[].name': ['Field name', '字段名'],
  'body.rows[].value': ['Field value; for a file, its bytes as base64', '字段值；文件为 base64 内容'],
  'body.rows[].is_file': ['Whether it is a file', '是否为文件'],
  'body.rows[].file_name': ['File name', '文件名'],
  'body.rows[].type': ['Media type', '媒体类型'],
  follow: ['Whether to follow redirects, up to five', '是否跟随重定向，最多五次'],
})

const answer = under('answer', {
  '': ['Response', '返回结果'],
  status: ['Status code, such as 200', '状态码，如 200'],
  status_text: ['Status text', '状态文本'],
  url: ['Final URL', '最终的地址'],
  redirects: ['URLs that redirected there', '途经的地址'],
  headers: ['Headers', '响应头'],
  'headers[].name': ['Name', '名称'],
  'headers[].value': ['Value', '值'],
  content: ['Text; binary content as base64', '文本；二进制内容为 base64'],
  is_base64: ['Whether the content is base64', '是否为 base64'],
  is_truncated: ['Whether only part of the response was read', '是否只读取了一部分'],
  size_bytes: ['Number of bytes received', '收到的字节数'],
  time_ms: ['Duration in ms', '耗时，毫秒'],
})

const entry: ByPath = {
  '[].id': ['History entry', '记录编号'],
  '[].addtime': ['When it was sent', '发送时间'],
  '[].method': ['Request method', '请求方法'],
  '[].url': ['Request URL, secrets masked', '请求地址，密钥已隐藏'],
  '[].status': ['Status code of the response', '返回的状态码'],
  '[].time_ms': ['Duration in ms', '耗时，毫秒'],
  '[].is_browser': ['1 if the browser sent it directly', '1 表示由浏览器直接发送'],
}

const env_id: Words = ['Environment', '环境']
const env_version: Words = [
  'Identifies the current content and changes with it; send it back as `base_version`',
  '内容版本标识，内容变化后随之变化；保存时作为 `base_version` 传回',
]
const made: ByPath = { id: ['Its history entry', '发送记录编号'] }

/** What the fields of inputs mean in the calls of `apiCall`. */
export const apiCallFieldDescriptions: Readonly<Record<string, ByPath>> = {
  'apiCall/send': {
    ...request,
    env_id: ['Environment whose secrets are filled in; 0 for none', '填入其密钥的环境；0 表示不使用'],
  },
  'apiCall/keep': { ...request, ...answer },
  'apiCall/historyInfo': { id: ['History entry', '记录编号'] },
  'apiCall/historyDelete': { id: ['History entry; 0 for all entries of the page', '记录编号；0 表示该页面的全部记录'] },
  'apiCall/environmentSave': {
    env_id: ['Environment; 0 for a new one', '环境；0 表示新建'],
    env_name: ['Environment name', '环境名称'],
    base_url: [
      'Base URL, placed before addresses that start with `/`; empty for none',
      '以 `/` 开头的地址的前缀；可留空',
    ],
    variables: ['Variables', '变量'],
    'variables[].name': ['Variable name, written as `{{name}}` in requests', '变量名，在请求中写作 `{{name}}`'],
    'variables[].value': ['Variable value; ignored for secret variables', '变量值；密钥变量忽略此项'],
    'variables[].is_secret': ['Whether each person enters their own value', '是否由每个人各自填写'],
    base_version: [
      'Base version: the `env_version` you edited. The request fails if there’s a newer one; empty to overwrite',
      '修改所依据的 `env_version`，若已不是最新则拒绝；留空则直接覆盖',
    ],
  },
  'apiCall/environmentDelete': { env_id },
  'apiCall/secretSave': {
    env_id,
    name: ['Name of the secret variable', '密钥变量名'],
    value: ['Your own value; empty to clear it', '我的值；留空则清除'],
  },
}

/** What the fields of answers mean in the calls of `apiCall`. */
export const apiCallResponseDescriptions: Readonly<Record<string, ByPath>> = {
  'apiCall/send': { ...made, ...answer },
  'apiCall/keep': made,
  'apiCall/history': entry,
  'apiCall/historyInfo': {
    id: ['History entry', '记录编号'],
    addtime: ['When it was sent', '发送时间'],
    is_cut: ['Whether long text or a file was left out', '是否省略了过长的文本或文件'],
    ...request,
    ...answer,
  },
  'apiCall/environments': {
    '[].env_id': env_id,
    '[].env_name': ['Environment name', '环境名称'],
    '[].base_url': ['Base URL, placed before addresses that start with `/`', '以 `/` 开头的地址的前缀'],
    '[].addtime': ['When it was last changed', '最后修改时间'],
    '[].env_version': env_version,
    '[].variables': ['Variables', '变量'],
    '[].variables[].name': ['Name', '变量名'],
    '[].variables[].value': ['Variable value; empty for secret variables', '变量值；密钥变量为空'],
    '[].variables[].is_secret': ['Whether each person enters their own value', '是否由每个人各自填写'],
    '[].variables[].is_set': ['Whether you’ve entered a value for its host', '我是否已为其主机填写'],
  },
  'apiCall/environmentSave': { env_id, env_version },
}
