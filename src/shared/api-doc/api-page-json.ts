/** One parameter or field of an API document. Source: reference, formats 3.1. */
export interface ApiRow {
  name: string
  type: string
  value: string
  /** '1' when it is required. */
  require: '1' | '0'
  remark: string
  /** '1' when it is disabled: it is stored, but neither shown nor sent. */
  disable?: '1'
}

/** A response beyond the two for which the format has fields. */
export interface StoredApiResponse {
  name: string
  /** Such as `404`, `5XX` or `default`; empty when the description does not say. */
  status: string
  /** Markdown. */
  remark: string
  data: string
  param: ApiRow[]
}

/** The mode of a request's body. `raw` is any text that is not JSON. */
type BodyMode = 'json' | 'urlencoded' | 'formdata' | 'raw'

/** The authentication of a request as the API client stores it: the values are under the name of the type. */
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
    /** Markdown. Content without a field in this format goes here under its keyword, independent of the language. */
    remark: string
    /** '0' none, '1' in development, '2' testing, '3' done, '4' needs change, '5' abandoned. */
    apiStatus: '0' | '1' | '2' | '3' | '4' | '5'
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
  /** The statuses and remarks, and further responses, are our additions; existing clients preserve them. */
  response: {
    responseExample: string
    responseExampleStatus: string
    responseExampleRemark: string
    responseParamsDesc: ApiRow[]
    responseFailExample: string
    responseFailExampleStatus: string
    responseFailExampleRemark: string
    responseFailParamsDesc: ApiRow[]
    examples: StoredApiResponse[]
  }
  scripts: { pre: string; post: string }
  extend: Record<string, never>
}

/** Returns an API document with only a title, method and address. */
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

/** Writes a success and a failure into the document, each if there is one, followed by all other responses. */
export function setResponses(
  doc: ApiJson,
  success: StoredApiResponse | undefined,
  failure: StoredApiResponse | undefined,
  others: readonly StoredApiResponse[],
): void {
  const { response } = doc
  // these two have no name field in the format
  const about = ({ name, remark }: StoredApiResponse) => [name, remark].filter((text) => text !== '').join('\n\n')
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

/** Returns a row with default values. */
export const apiRow = (name: string, given: Partial<ApiRow> = {}): ApiRow => ({
  name,
  type: 'string',
  value: '',
  require: '0',
  remark: '',
  ...given,
})
