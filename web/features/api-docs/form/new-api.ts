/** Returns the initial text of a new API page. */
export const newApiText = (): string =>
  `${JSON.stringify(
    {
      info: {
        from: 'runapi',
        type: 'api',
        title: '',
        description: '',
        method: 'get',
        url: '',
        remark: '',
        apiStatus: '0',
      },
      request: {
        params: { mode: 'none', json: '', jsonDesc: [], urlencoded: [], formdata: [], none: [] },
        headers: [],
        query: [],
        pathVariable: [],
        cookies: [],
        auth: {},
      },
      response: { responseExample: '', responseParamsDesc: [], responseFailExample: '', responseFailParamsDesc: [] },
      scripts: { pre: '', post: '' },
      extend: {},
    },
    null,
    2,
  )}\n`
