/** One parameter or field of an API document. Source: reference, formats 3.1. */
export interface ApiRow {
  name: string
  type: string
  value: string
  /** '1' when it must be given. */
  require: '1' | '0'
  remark: string
}

/** How a request carries its body. `raw` is any text that is not JSON. */
export type BodyMode = 'json' | 'urlencoded' | 'formdata' | 'raw'

/** How a caller proves who it is, as the API client keeps it: the values stand under the name of the type. */
export interface ApiAuth {
  type: string
  disabled: '0'
  [type: string]: string | { key: string; value: string; type: string }[]
}

/** The JSON of an API page. Source: reference, formats 3.1. */
export interface ApiJson {
  info: {
    from: 'runapi'
    type: 'api'
    title: string
    description: string
    /** Lower case. */
    method: string
    url: string
    /** Markdown; what has no place of its own in this format stands here. */
    remark: string
    /** '0' none, '5' abandoned. */
    apiStatus: '0' | '5'
  }
  request: {
    params: {
      mode: BodyMode
      /** The body as text, when it is JSON or any other text. */
      json: string
      jsonDesc: ApiRow[]
      urlencoded: ApiRow[]
      formdata: ApiRow[]
    }
    headers: ApiRow[]
    query: ApiRow[]
    pathVariable: ApiRow[]
    cookies: ApiRow[]
    auth: ApiAuth | []
  }
  response: {
    responseExample: string
    responseParamsDesc: ApiRow[]
    responseFailExample: string
    responseFailParamsDesc: ApiRow[]
  }
  scripts: { pre: string; post: string }
  extend: Record<string, never>
}

/** An API document of which nothing but title, method and address is known. */
export function newApiJson(title: string, method: string, url: string): ApiJson {
  return {
    info: { from: 'runapi', type: 'api', title, description: '', method, url, remark: '', apiStatus: '0' },
    request: {
      params: { mode: 'json', json: '', jsonDesc: [], urlencoded: [], formdata: [] },
      headers: [],
      query: [],
      pathVariable: [],
      cookies: [],
      auth: [],
    },
    response: { responseExample: '', responseParamsDesc: [], responseFailExample: '', responseFailParamsDesc: [] },
    scripts: { pre: '', post: '' },
    extend: {},
  }
}

/** A row with the values that most rows have. */
export const apiRow = (name: string, given: Partial<ApiRow> = {}): ApiRow => ({
  name,
  type: 'string',
  value: '',
  require: '0',
  remark: '',
  ...given,
})
