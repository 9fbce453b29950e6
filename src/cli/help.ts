import { flagOf, settingNames, settings } from '#src/core/config.ts'
import type { Lang } from '#src/core/messages.ts'

const usage = `docstead serve    [--data DIR] [--host 127.0.0.1] [--port 4999] [--config FILE] [--base-path /docs]
docstead user     add NAME [--admin] [--name TEXT] [--password-stdin]
docstead user     password NAME [--password-stdin]
docstead user     list
docstead token    add NAME [--days 180]
docstead captcha  ID
docstead config   print
docstead reindex
docstead doctor
docstead version
`

const heads = {
  en: [
    'Commands (every one takes --data, and --json where a program may read the answer):',
    'Settings (flag, environment variable, key of the configuration file):',
  ],
  zh: ['命令（均可使用 --data；程序读取结果时可加 --json）：', '设置（命令行参数、环境变量、配置文件的键）：'],
} as const

/** What `docstead help` prints. */
export function helpText(lang: Lang): string {
  const lines = settingNames.map(
    (name) => `--${flagOf(name)}`.padEnd(20) + `DOCSTEAD_${name.toUpperCase()}`.padEnd(28) + settings[name].about,
  )
  const [commands, set] = heads[lang]
  return `${commands}\n\n${usage}\n${set}\n\n${lines.join('\n')}`
}
