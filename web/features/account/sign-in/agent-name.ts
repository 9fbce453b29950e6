const browsers: [pattern: RegExp, name: string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/MicroMessenger\//, 'WeChat'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]

const systems: [pattern: RegExp, name: string][] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

const find = (names: typeof browsers, agent: string) => names.find(([pattern]) => pattern.test(agent))?.[1]

/**
 * Returns the browser and system of a User-Agent header: "Chrome · macOS". Returns the first word for other programs.
 */
export function agentName(agent: string): string {
  const known = [find(browsers, agent), find(systems, agent)].filter(Boolean)
  return known.join(' · ') || agent.split(/[\s/]/)[0] || '?'
}
