/** The AI actions that have a button. */
export const aiActions = ['continue', 'improve', 'shorten', 'translate', 'table', 'summary'] as const

/** The action of a button, or a free instruction. */
export type AiAction = (typeof aiActions)[number] | 'free'

/** The parts of a request. */
export interface AiRequest {
  action: AiAction
  /** The user's own instruction; only for `free`. */
  instruction: string
  title: string
  /** The subject: the selection, or the page up to the cursor or as a whole. */
  text: string
  lang: 'en' | 'zh'
}

/** The longest request, in characters. Source: contract/ai.ts. */
const requestMost = 50_000

const actions: Record<'en' | 'zh', Record<Exclude<AiAction, 'free'>, string>> = {
  en: {
    continue:
      'Continue the text below: write what comes next, in its language, tone and Markdown form. Do not repeat it.',
    improve:
      'Improve the text below: clear, correct and well ordered. Keep its meaning, its language, its Markdown form and all facts.',
    shorten:
      'Shorten the text below to about half. Keep its language, its Markdown form and every fact that a reader needs.',
    translate:
      'Translate the text below: Chinese into English, any other language into Chinese. Keep the Markdown form; leave code, addresses and names of fields as they are.',
    table: 'Put what the text below says into one Markdown table with fitting columns. Keep its language.',
    summary: 'Sum up the text below in three to five short points, in its language, as a Markdown list.',
  },
  zh: {
    continue: '续写下面的内容：保持语言、语气和 Markdown 格式一致，只写后续部分，不要重复原文。',
    improve: '润色下面的内容：表达清楚、准确、有条理。保持原意、语言、Markdown 格式和全部事实。',
    shorten: '把下面的内容精简到一半左右，保持语言和 Markdown 格式，保留读者需要的全部事实。',
    translate: '翻译下面的内容：中文译为英文，其他语言译为中文。保持 Markdown 格式，代码、地址和字段名保持原样。',
    table: '把下面的内容整理成一个列名恰当的 Markdown 表格，保持原语言。',
    summary: '用三到五条要点概括下面的内容，保持原语言，以 Markdown 列表输出。',
  },
}

const rules = {
  en: 'Answer with the Markdown text alone, without a word before or after it.',
  zh: '只输出 Markdown 正文，前后不要附加任何说明。',
}

const heads = {
  en: { page: 'The page is called', text: 'The text' },
  zh: { page: '页面标题', text: '内容' },
}

const between = '\n\n'

/**
 * Returns the prompt for the AI, with as much of the text as fits: its end for continuing it, otherwise its beginning.
 */
export function buildPrompt({ action: chosenAction, instruction: wish, title, text, lang }: AiRequest): string {
  const head = heads[lang]
  const colon = lang === 'zh' ? '：' : ': '
  const task = chosenAction === 'free' ? wish.trim() : actions[lang][chosenAction]
  const start = [task, rules[lang], ...(title.trim() ? [`${head.page}${colon}${title.trim()}`] : [])].join(between)
  if (text.trim() === '') return start.slice(0, requestMost)
  const opening = `${start}${between}${head.text}${colon}\n\n`
  const room = Math.max(0, requestMost - opening.length)
  return (opening + (chosenAction === 'continue' ? text.slice(-room) : text.slice(0, room))).slice(0, requestMost)
}

/** Reports whether only a part of the text fits into a request. */
export const isCut = (text: string): boolean => text.length > requestMost - 1000

/** Returns the text of a response without the fence that some models put around all of it. */
export function stripFence(text: string): string {
  const trimmed = text.trim()
  const [, inner] = /^```(?:markdown|md)\n([\s\S]*?)\n?```$/i.exec(trimmed) ?? []
  return inner === undefined || /^```/m.test(inner) ? trimmed : inner
}
