import { z } from 'zod'
import { callMethods } from './api-call-rules.ts'
import { endpoint, query } from './endpoint.ts'
import { DateText, DigitString, EmptyList, Id, JsonText, OptionalId, SingleLine } from './fields.ts'

const Pair = z.object({ name: z.string().max(200), value: z.string().max(20_000) })

/** A request as it is sent, its variables filled in; the server fills in `{{name}}` of a secret variable. */
export const CallRequest = z.object({
  method: z.enum(callMethods),
  url: z.string().min(1).max(8_000),
  headers: z.array(Pair).max(100),
  body: z.object({
    kind: z.enum(['none', 'text', 'form', 'multipart', 'file']),
    text: z.string().max(5_000_000).default(''),
    /** The fields of a form; for a file, the bytes as base64. */
    rows: z
      .array(
        z.object({
          name: z.string().max(200),
          value: z.string().max(8_000_000),
          is_file: z.boolean().default(false),
          file_name: z.string().max(200).default(''),
          type: z.string().max(200).default(''),
        }),
      )
      .max(200)
      .default([]),
  }),
  /** Whether redirects are followed. */
  follow: z.boolean().default(true),
})

/** The response to a request. */
export const CallResponse = z.object({
  status: z.number(),
  status_text: z.string(),
  /** The final address, after redirects. */
  url: z.string(),
  /** The addresses that redirected there. */
  redirects: z.array(z.string()),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Text; bytes as base64. */
  content: z.string(),
  is_base64: z.boolean(),
  is_truncated: z.boolean(),
  size_bytes: z.number(),
  time_ms: z.number(),
})

// What a browser reports of its own request; a response that the server itself has read is limited while reading.
const ToldAnswer = CallResponse.extend({
  status: z.int().min(0).max(999),
  status_text: z.string().max(1000),
  url: z.string().max(20_000),
  redirects: z.array(z.string().max(20_000)).max(20),
  headers: z.array(Pair).max(500),
  content: z.string().max(3_000_000),
})

const Variable = z.object({ name: z.string(), value: z.string(), is_secret: z.boolean() })

/** An environment as its users see it. */
export const Environment = z.object({
  env_id: DigitString,
  env_name: z.string(),
  base_url: z.string(),
  variables: z.array(Variable.extend({ is_set: z.boolean() })),
  addtime: DateText,
  /** Differs for different content; send it back as `base_version` so that nobody's change is overwritten. */
  env_version: z.string(),
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

/** Calls for trying out the API that a page describes. */
export const apiCall = {
  send: endpoint({
    summary: [
      'Send a request from a page through the server, to public hosts and hosts that the configuration allows',
      '经由服务器从页面发送请求，仅限公网主机及配置允许的主机',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: z.object({ page_id: Id, env_id: OptionalId, request: JsonText(CallRequest) }),
    output: z.object({ id: DigitString, answer: CallResponse }),
    errors: ['pageGone', ...refusals],
  }),
  keep: endpoint({
    summary: [
      'Save a request that the browser sent itself, with its response, in the request history',
      '将浏览器直接发送的请求及其响应保存到发送记录',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: z.object({ page_id: Id, request: JsonText(CallRequest), answer: JsonText(ToldAnswer) }),
    output: z.object({ id: DigitString }),
    errors: ['pageGone', 'apiCallTooLarge', 'tooManyRequests'],
  }),
  history: query({
    summary: ['List the last requests you sent from a page, newest first', '我最近从页面发送的请求，最新的在前'],
    access: { page: 'view', by: 'page_id' },
    input: z.object({ page_id: Id }),
    output: z.array(
      z.object({
        id: DigitString,
        addtime: DateText,
        method: z.string(),
        url: z.string(),
        status: z.number(),
        time_ms: z.number(),
        is_browser: z.number(),
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
    input: z.object({ page_id: Id, id: Id }),
    output: z.object({
      id: DigitString,
      addtime: DateText,
      request: CallRequest,
      answer: CallResponse,
      is_cut: z.boolean(),
    }),
    errors: ['pageGone', 'apiCallGone'],
  }),
  historyDelete: endpoint({
    summary: [
      'Delete a request from your history of a page, or all of them (`id` 0)',
      '删除我在页面的一条发送记录，或全部（id 为 0）',
    ],
    access: { page: 'view', by: 'page_id', needs: 'user' },
    input: z.object({ page_id: Id, id: OptionalId }),
    output: EmptyList,
    errors: ['pageGone'],
  }),
  environments: query({
    summary: [
      'List the environments of a project, for its members; secret variables only show whether you have set a value',
      '项目的环境，仅成员可见；对于密钥变量，只返回我是否已填写',
    ],
    access: { item: 'view', by: 'item_id' },
    input: z.object({ item_id: Id }),
    output: z.array(Environment),
  }),
  environmentSave: endpoint({
    summary: ['Create an environment (`env_id` 0) or change one', '新建环境（env_id 为 0），或修改环境'],
    creates: true,
    access: { item: 'edit', by: 'item_id' },
    input: z.object({
      item_id: Id,
      env_id: OptionalId,
      env_name: SingleLine(60),
      base_url: SingleLine(500, 0),
      variables: JsonText(
        z
          .array(
            z.object({
              name: z.string().min(1).max(60),
              value: z.string().max(5_000).default(''),
              is_secret: z.boolean().default(false),
            }),
          )
          .max(100),
      ),
      /** The `env_version` that the change was made from; without one, the current environment is overwritten. */
      base_version: z.string().max(100).default(''),
    }),
    output: z.object({ env_id: DigitString, env_version: z.string() }),
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
    input: z.object({ item_id: Id, env_id: Id }),
    output: EmptyList,
    errors: ['environmentGone', 'itemArchived', 'noRight'],
  }),
  secretSave: endpoint({
    summary: [
      'Save your value for a secret variable, which is only sent to the host of the base URL; an empty value deletes it',
      '保存我的密钥变量值，只会发往基础地址所在主机；留空则清除',
    ],
    access: { item: 'view', by: 'item_id', needs: 'user' },
    input: z.object({ item_id: Id, env_id: Id, name: SingleLine(60), value: z.string().max(5_000) }),
    output: EmptyList,
    errors: ['environmentGone', 'secretNeedsAddress'],
  }),
}

/** A request as the sender writes it. */
export type CallRequestInput = z.input<typeof CallRequest>
/** A response as the sender of the request reads it. */
export type CallResponseOutput = z.output<typeof CallResponse>
