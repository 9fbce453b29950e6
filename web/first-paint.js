// Runs before anything else, inlined by the server: the theme and language must not flash, a token must not stay in the
// address, and what the address is sure to ask the server for is on its way while the scripts are read. `lib/prefetch.ts` hands
// out the answers, `features/account/sign-in/token-sign-in.tsx` the token. And the addresses of ShowDoc's screens, which hold the path
// behind `#`, are those of the same screens here before anything reads them.
;(() => {
  const root = document.documentElement
  const read = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key))
    } catch {
      return null
    }
  }
  const theme = read('docstead.theme')
  const choice = theme === 'light' || theme === 'dark' ? theme : 'system'
  const dark = choice === 'dark' || (choice === 'system' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.themeChoice = choice
  root.dataset.theme = dark ? 'dark' : 'light'
  const lang = read('docstead.lang')
  if (lang === 'zh' || lang === 'en') root.lang = lang === 'zh' ? 'zh-CN' : 'en'

  const { base, early } = JSON.parse(document.getElementById('boot').textContent)

  // Plain words between single slashes: a path of this site, whatever else somebody writes there.
  const old = /^#(\/(?:[\w-]+(?:\/[\w-]+)*)?)\/?(\?[^#]*)?(#.*)?$/
  const moveOld = () => {
    const [, path, query = '', place = ''] = old.exec(location.hash) ?? []
    if (path === undefined) return
    const page = /^\/\w+$/.test(path) ? /[?&]page_id=(\d+)(?:&|$)/.exec(query) : null
    history.replaceState(null, '', base + (page ? `${path}/${page[1]}` : path + query) + place)
  }
  moveOld()
  if (/\/user\/loginByUserToken\/?$/i.test(location.pathname)) {
    const query = new URLSearchParams(location.search)
    window.docsteadToken = query.get('user_token') ?? ''
    query.delete('user_token')
    history.replaceState(null, '', location.pathname + (query.size > 0 ? `?${query}` : ''))
  }
  addEventListener('hashchange', moveOld)

  const ask = ([path, input]) => {
    const url = `${base}/api/${path}`
    const body = new URLSearchParams(input)
    const headers = { 'Accept-Language': root.lang }
    const answer = fetch(url, { method: 'POST', body, headers, credentials: 'same-origin' })
    return [`${url} ${body}`, answer.catch(() => undefined)]
  }
  window.docsteadEarly = new Map((early ?? []).map(ask))
})()
