// Runs before the first paint, inlined by the server: the theme and language must not flash.
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
})()
