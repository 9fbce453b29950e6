/** One parameter or field of an API document. Source: reference, formats 3.1. */
export interface ApiRow {
  name: string
  type: string
  value: string
  /** '1' when it must be given. */
  require: '1' | '0'
  remark: string
  /** '1' when it is switched off: it is kept, and neither shown nor sent. */
  disable?: '1'
}

/** One more answer than the two that the format has a place for. */
export interface ApiResponse {
  name: string
  /** Such as `404`, `5XX` or `default`; empty when the description does not say. */
  status: string
  /** Markdown. */
  remark: string
  data: string
  param: ApiRow[]
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
    /** Markdown; what has no place of its own in this format stands here, under its keyword and in no language. */
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
  /** Status and remark of the two, and the further ones, are ours; existing clients keep them. */
  response: {
    responseExample: string
    responseExampleStatus: string
    responseExampleRemark: string
    responseParamsDesc: ApiRow[]
    responseFailExample: string
    responseFailExampleStatus: string
    responseFailExampleRemark: string
    responseFailParamsDesc: ApiRow[]
    examples: ApiResponse[]
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
    response: {
      responseExample: '',
      responseExampleStatus: '',
      responseExampleRemark: '',
      responseParamsDesc: [],
      responseFailExample: '',
      responseFailExampleStatus: '',
      responseFailExampleRemark: '',
      responseFailParamsDesc: [],
      examples: [],
    },
    scripts: { pre: '', post: '' },
    extend: {},
  }
}

/** Writes a success and a failure into the document, each if there is one, and all others behind them. */
export function setResponses(
  doc: ApiJson,
  success: ApiResponse | undefined,
  failure: ApiResponse | undefined,
  others: readonly ApiResponse[],
): void {
  const { response } = doc
  // these two have no name of their own in the format
  const about = ({ name, remark }: ApiResponse) => [name, remark].filter((text) => text !== '').join('\n\n')
  if (success) {
    response.responseExample = success.data
    response.responseExampleStatus = success.status
    response.responseExampleRemark = about(success)
    response.responseParamsDesc = success.param
  }
  if (failure) {
    response.responseFailExample = failure.data
    response.responseFailExampleStatus = failure.status
    response.responseFailExampleRemark = about(failure)
    response.responseFailParamsDesc = failure.param
  }
  response.examples = [...others]
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
