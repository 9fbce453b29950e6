import { z } from 'zod'
import { callMethods } from './api-call-rules.ts'
import { about, download, endpoint, eventsEndpoint, query } from './endpoint.ts'
import {
  DateText,
  type Description,
  DigitString,
  described,
  EmptyList,
  Flag,
  Id,
  JsonText,
  OptionalId,
  SingleLine,
} from './fields.ts'
import { inputs } from './shared-fields.ts'

const requestText: Description = ['Request', '请求']
const answerText: Description = ['Response', '返回结果']
const historyEntryText: Description = ['History entry', '记录编号']
const envIdText: Description = ['Environment', '环境']
const envVersionText: Description = [
  'Identifies the current content and changes with it; send it back as `base_version`',
  '内容版本标识，内容变化后随之变化；保存时作为 `base_version` 传回',
]

const Pair = z.object({
  name: described(z.string().max(200), ['Name', '名称']),
  value: described(z.string().max(20_000), ['Value', '值']),
})

/** A request as it is sent, its variables filled in; the server fills in `{{name}}` of a secret variable. */
export const CallRequest = z.object({
  method: described(z.enum(callMethods), ['Request method', '请求方法']),
  url: described(z.string().min(1).max(8_000), ['Full request URL', '完整的请求地址']),
  headers: described(z.array(Pair).max(100), ['Headers', '请求头']),
  body: described(
    z.object({
      kind: described(z.enum(['none', 'text', 'form', 'multipart', 'file']), [
        'Kind of body: none, text, form fields (`application/x-www-form-urlencoded` or multipart), or a file',
        '无、文本、表单字段（`application/x-www-form-urlencoded` 或 multipart）或文件',
      ]),
      text: described(z.string().max(5_000_000).default(''), ['Text', '文本']),
      rows: described(
        z
          .array(
            z.object({
              name: described(z.string().max(200), ['Field name', '字段名']),
              value: described(z.string().max(8_000_000), [
                'Field value; for a file, its bytes as base64',
                '字段值；文件为 base64 内容',
              ]),
              is_file: described(z.boolean().default(false), ['Whether it is a file', '是否为文件']),
              file_name: described(z.string().max(200).default(''), ['File name', '文件名']),
              type: described(z.string().max(200).default(''), ['Media type', '媒体类型']),
            }),
          )
          .max(200)
          .default([]),
        ['Form fields, or the single file', '表单字段，或单个文件'],
      ),
    }),
    ['Request body', '请求体'],
  ),
  follow: described(z.boolean().default(true), ['Whether to follow redirects, up to five', '是否跟随重定向，最多五次']),
})

/** The response to a request. */
export const CallResponse = z.object({
  status: described(z.number(), ['Status code, such as 200', '状态码，如 200']),
  status_text: described(z.string(), ['Status text', '状态文本']),
  url: described(z.string(), ['Final URL', '最终的地址']),
  redirects: described(z.array(z.string()), ['URLs that redirected there', '途经的地址']),
  headers: described(
    z.array(z.object({ name: described(z.string(), ['Name', '名称']), value: described(z.string(), ['Value', '值']) })),
    ['Headers', '响应头'],
  ),
  content: described(z.string(), ['Text; binary content as base64', '文本；二进制内容为 base64']),
  is_base64: described(z.boolean(), ['Whether the content is base64', '是否为 base64']),
  is_truncated: described(z.boolean(), ['Whether only part of the response was read', '是否只读取了一部分']),
  size_bytes: described(z.number(), ['Number of bytes received', '收到的字节数']),
  time_ms: described(z.number(), ['Duration in ms', '耗时，毫秒']),
})

/** A connection to a WebSocket, its variables filled in; the server fills in `{{name}}` of a secret variable. */
export const SocketRequest = z.object({
  url: described(z.string().min(1).max(8_000), ['Full address, with ws or wss', '完整地址，以 ws 或 wss 开头']),
  protocols: described(z.array(z.string().max(200)).max(20).default([]), ['Sub-protocols', '子协议']),
  headers: described(z.array(Pair).max(100).default([]), ['Headers', '请求头']),
})

// What a browser reports of its own request; a response that the server itself has read is limited while reading.
const ToldAnswer = CallResponse.extend({
  status: described(z.int().min(0).max(999), ['Status code, such as 200', '状态码，如 200']),
  status_text: described(z.string().max(1000), ['Status text', '状态文本']),
  url: described(z.string().max(20_000), ['Final URL', '最终的地址']),
  redirects: described(z.array(z.string().max(20_000)).max(20), ['URLs that redirected there', '途经的地址']),
  headers: described(z.array(Pair).max(500), ['Headers', '响应头']),
  content: described(z.string().max(3_000_000), ['Text; binary content as base64', '文本；二进制内容为 base64']),
})

const Variable = z.object({
  name: described(z.string(), ['Name', '变量名']),
  value: described(z.string(), ['Variable value; empty for secret variables', '变量值；密钥变量为空']),
  is_secret: described(z.boolean(), ['Whether each person enters their own value', '是否由每个人各自填写']),
})

/** An environment as its users see it. */
const Environment = z.object({
  env_id: described(DigitString, envIdText),
  env_name: described(z.string(), ['Environment name', '环境名称']),
  base_url: described(z.string(), ['Base URL, placed before addresses that start with `/`', '以 `/` 开头的地址的前缀']),
  variables: described(
    z.array(
      Variable.extend({
        is_set: described(z.boolean(), ['Whether you’ve entered a value for its host', '我是否已为其主机填写']),
      }),
    ),
    ['Variables', '变量'],
  ),
  addtime: described(DateText, ['When it was last changed', '最后修改时间']),
  env_version: described(z.string(), envVersionText),
})

const refusals = [
  'environmentGone',
  'secretMissing',
  'secretElsewhere',
  'apiCallAddressBad',
  'apiCallHeaderBad',
  'apiCallFileBad',
  'apiCallTooLarge',
  'apiCallNotAllowed',
  'apiCallRedirectNotAllowed',
  'apiCallUnknownHost',
  'apiCallUnreachable',
  'apiCallCertificate',
  'apiCallTooSlow',
  'apiCallAnswerBad',
  'tooManyRequests',
] as const

const responseFileText: Description = ['File', '文件']
const envOrNone = described(OptionalId, ['Environment; 0 for none', '环境；0 表示不使用'])
const hostText: Description = ['Host that set the cookies', '设置 Cookie 的主机']

/** Calls for trying out the API that a page describes. */
export const apiCall = {
  ...about({
    title: ['API requests', '接口调试'],
    text: [
      'Send requests from API pages: environments, request history and responses.',
      '从 API 页面发送请求：环境、发送记录与返回结果。',
    ],
  }),
  send: eventsEndpoint({
    summary: [
      'Send a request from a page through the server, to public hosts and hosts that the configuration allows. A response that is a stream of events can be read as it arrives, for five minutes: `head`, then `text` for each piece, then `done` or `failed`',
      '经由服务器从页面发送请求，仅限公网主机及配置允许的主机。响应为事件流时可边接收边读取，最长五分钟：先是 `head`，随后每段为 `text`，最后为 `done` 或 `failed`',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        env_id: described(OptionalId, [
          'Environment whose secrets are filled in; 0 for none',
          '填入其密钥的环境；0 表示不使用',
        ]),
        request: described(JsonText(CallRequest), requestText),
      }),
    output: () =>
      z.object({
        id: described(DigitString, ['Its history entry', '发送记录编号']),
        answer: described(CallResponse, answerText),
        file: described(
          z
            .object({
              file_id: described(z.string(), responseFileText),
              size_bytes: described(z.number(), ['Size in bytes', '大小，字节']),
            })
            .nullable(),
          [
            'File with the whole response, for ten minutes; null unless it is longer than what `answer` holds',
            '包含完整响应的文件，保留十分钟；仅当响应超出 `answer` 的内容时才有，否则为 null',
          ],
        ),
      }),
    errors: ['pageGone', ...refusals],
  }),
  socket: eventsEndpoint({
    summary: [
      'Connect to the WebSocket of a page through the server, with headers, for five minutes. The events are `socket_id`, then `open`, each `message` and `close`; without events, it only says whether the host can be reached',
      '经由服务器连接页面的 WebSocket，可带请求头，最长五分钟。事件依次为 `socket_id`、`open`、各条 `message` 与 `close`；不接收事件时，仅检查能否连接',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        env_id: described(OptionalId, [
          'Environment whose secrets are filled in; 0 for none',
          '填入其密钥的环境；0 表示不使用',
        ]),
        socket: described(JsonText(SocketRequest), ['Connection', '连接']),
      }),
    output: EmptyList,
    errors: ['pageGone', ...refusals],
  }),
  socketSend: endpoint({
    summary: [
      'Send a message on a WebSocket connection of mine, or end it',
      '在我的 WebSocket 连接上发送消息，或结束连接',
    ],
    access: 'user',
    input: () =>
      z.object({
        socket_id: described(SingleLine(64), ['Connection', '连接']),
        text: described(z.string().max(1_000_000).default(''), ['Message', '消息']),
        is_end: described(Flag, ['Whether to end the connection', '是否结束连接']),
      }),
    output: EmptyList,
    errors: ['apiCallSocketGone', 'secretMissing', 'secretElsewhere', 'apiCallTooLarge', 'tooManyRequests'],
  }),
  responseFile: download({
    summary: ['Download a whole response of mine as a file', '将我收到的完整响应下载为文件'],
    access: 'user',
    input: () =>
      z.object({
        file_id: described(SingleLine(64), responseFileText),
        name: described(SingleLine(200), ['Name of the file', '文件名']),
      }),
    errors: ['fileGone'],
  }),
  keep: endpoint({
    summary: [
      'Save a request that the browser sent itself, with its response, in the request history',
      '将浏览器直接发送的请求及其响应保存到发送记录',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        request: described(JsonText(CallRequest), requestText),
        answer: described(JsonText(ToldAnswer), answerText),
      }),
    output: () => z.object({ id: described(DigitString, ['Its history entry', '发送记录编号']) }),
    errors: ['pageGone', 'apiCallTooLarge', 'tooManyRequests'],
  }),
  history: query({
    summary: ['List the last requests you sent from a page, newest first', '我最近从页面发送的请求，最新的在前'],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id }),
    output: () =>
      z.array(
        z.object({
          id: described(DigitString, historyEntryText),
          addtime: described(DateText, ['When it was sent', '发送时间']),
          method: described(z.string(), ['Request method', '请求方法']),
          url: described(z.string(), ['Request URL, secrets masked', '请求地址，密钥已隐藏']),
          status: described(z.number(), ['Status code of the response', '返回的状态码']),
          time_ms: described(z.number(), ['Duration in ms', '耗时，毫秒']),
          is_browser: described(z.number(), ['1 if the browser sent it directly', '1 表示由浏览器直接发送']),
        }),
      ),
    errors: ['pageGone'],
  }),
  historyInfo: query({
    summary: [
      'Get a request from your history with its response; secrets are masked',
      '发送记录中的一条请求及其响应，密钥已隐藏',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: () => z.object({ page_id: inputs.page_id, id: described(Id, historyEntryText) }),
    output: () =>
      z.object({
        id: described(DigitString, historyEntryText),
        addtime: described(DateText, ['When it was sent', '发送时间']),
        request: described(CallRequest, requestText),
        answer: described(CallResponse, answerText),
        is_cut: described(z.boolean(), ['Whether long text or a file was left out', '是否省略了过长的文本或文件']),
      }),
    errors: ['pageGone', 'apiCallGone'],
  }),
  historyDelete: endpoint({
    summary: [
      'Delete a request from your history of a page, or all of them (`id` 0)',
      '删除我在页面的一条发送记录，或全部（id 为 0）',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: () =>
      z.object({
        page_id: inputs.page_id,
        id: described(OptionalId, ['History entry; 0 for all entries of the page', '记录编号；0 表示该页面的全部记录']),
      }),
    output: EmptyList,
    errors: ['pageGone'],
  }),
  documented: query({
    summary: [
      'Get the responses that a page documents, to compare a response with them',
      '获取页面文档说明的响应，用于与实际响应比较',
    ],
    access: { page: 'view', by: 'page_id' },
    input: () => z.object({ page_id: inputs.page_id }),
    output: () =>
      z.object({
        documented: described(z.string(), [
          'JSON text: `responses` (status, media types with their JSON Schemas) and `root`, in which references are found',
          'JSON 文本：`responses`（状态码、媒体类型及其 JSON Schema）与 `root`（引用所在的文档）',
        ]),
      }),
    errors: ['pageGone'],
  }),
  cookies: query({
    summary: [
      'List the cookies that responses to your requests have set, by host, without their values. Each is sent again to its host only',
      '我的请求的响应所设置的 Cookie，按主机列出，不含值；每个 Cookie 只会再次发往其主机',
    ],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () => z.object({ item_id: inputs.item_id, env_id: envOrNone }),
    output: () =>
      z.array(
        z.object({
          host: described(z.string(), hostText),
          cookies: described(
            z.array(
              z.object({
                name: described(z.string(), ['Name', '名称']),
                path: described(z.string(), ['Path that it is sent to', '发送的路径']),
                is_secure: described(z.boolean(), ['Whether it is sent over https only', '是否仅通过 https 发送']),
                expire_time: described(z.number(), ['When it ends, Unix seconds', '失效时间，Unix 秒']),
              }),
            ),
            ['Cookies', 'Cookie'],
          ),
        }),
      ),
    errors: ['environmentGone'],
  }),
  cookiesClear: endpoint({
    summary: ['Remove your cookies of a host, one of them, or all', '清除我在一个主机的 Cookie、其中一个，或全部'],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        env_id: envOrNone,
        host: described(z.string().max(253).default(''), ['Host; empty for all', '主机；留空表示全部']),
        name: described(z.string().max(256).default(''), [
          'Cookie; empty for all of the host',
          'Cookie；留空表示该主机的全部',
        ]),
      }),
    output: EmptyList,
    errors: ['environmentGone'],
  }),
  environments: query({
    summary: [
      'List the environments of a project, for its members; secret variables only show whether you have set a value',
      '项目的环境，仅成员可见；对于密钥变量，只返回我是否已填写',
    ],
    access: { item: 'view', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id }),
    output: () => z.array(Environment),
  }),
  environmentSave: endpoint({
    summary: ['Create an environment (`env_id` 0) or change one', '新建环境（env_id 为 0），或修改环境'],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        env_id: described(OptionalId, ['Environment; 0 for a new one', '环境；0 表示新建']),
        env_name: described(SingleLine(60), ['Environment name', '环境名称']),
        base_url: described(SingleLine(500, 0), [
          'Base URL, placed before addresses that start with `/`; empty for none',
          '以 `/` 开头的地址的前缀；可留空',
        ]),
        variables: described(
          JsonText(
            z
              .array(
                z.object({
                  name: described(z.string().min(1).max(60), [
                    'Variable name, written as `{{name}}` in requests',
                    '变量名，在请求中写作 `{{name}}`',
                  ]),
                  value: described(z.string().max(5_000).default(''), [
                    'Variable value; ignored for secret variables',
                    '变量值；密钥变量忽略此项',
                  ]),
                  is_secret: described(z.boolean().default(false), [
                    'Whether each person enters their own value',
                    '是否由每个人各自填写',
                  ]),
                }),
              )
              .max(100),
          ),
          ['Variables', '变量'],
        ),
        base_version: described(z.string().max(100).default(''), [
          'Base version: the `env_version` you edited. The request fails if there’s a newer one; empty to overwrite',
          '修改所依据的 `env_version`，若已不是最新则拒绝；留空则直接覆盖',
        ]),
      }),
    output: () =>
      z.object({ env_id: described(DigitString, envIdText), env_version: described(z.string(), envVersionText) }),
    errors: [
      'environmentGone',
      'environmentChanged',
      'environmentTooMany',
      'environmentAddressBad',
      'variableNameBad',
      'itemArchived',
      'noRight',
    ],
  }),
  environmentDelete: endpoint({
    summary: [
      'Delete an environment, with everyone’s values for its secret variables',
      '删除环境及所有人为其填写的密钥值',
    ],
    access: { item: 'edit', by: 'item_id' },
    input: () => z.object({ item_id: inputs.item_id, env_id: described(Id, envIdText) }),
    output: EmptyList,
    errors: ['environmentGone', 'itemArchived', 'noRight'],
  }),
  secretSave: endpoint({
    summary: [
      'Save your value for a secret variable, which is only sent to the host of the base URL; an empty value deletes it',
      '保存我的密钥变量值，只会发往基础地址所在主机；留空则清除',
    ],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: () =>
      z.object({
        item_id: inputs.item_id,
        env_id: described(Id, envIdText),
        name: described(SingleLine(60), ['Name of the secret variable', '密钥变量名']),
        value: described(z.string().max(5_000), ['Your own value; empty to clear it', '我的值；留空则清除']),
      }),
    output: EmptyList,
    errors: ['environmentGone', 'secretNeedsAddress'],
  }),
}

/** A request as the sender writes it. */
export type CallRequestInput = z.input<typeof CallRequest>
/** A response as the sender of the request reads it. */
export type CallResponseOutput = z.output<typeof CallResponse>
