import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { currentLang, type Lang } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'

/** A pending captcha; `question` is empty while the picture is shown. */
interface Captcha {
  captcha_id: string
  question: string
  /** The language that the question is in. */
  lang: Lang
}

const currentAtom = atom<Captcha | null>(null)
const problemAtom = atom<LocalizedText>()

/** The captcha to solve now; null while it is on its way. One at a time: only one form is shown. */
export const captchaAtom = atom((get) => get(currentAtom))

/** Why there is no captcha; undefined when there is one. */
export const captchaErrorAtom = atom((get) => get(problemAtom))

/** What the person has typed for it. */
export const captchaInputAtom = atom('')

/** Whether the person wants a question in words instead of the picture. */
export const isTextCaptchaAtom = atom(false)

/** The fields that a form sends for its captcha. */
export const captchaFieldsAtom = atom((get) => {
  const captcha_id = get(currentAtom)?.captcha_id
  return captcha_id ? { captcha: get(captchaInputAtom), captcha_id } : {}
})

const turnAtom = atom(0)

/** Forgets the captcha and its answer: another form must not send them. */
export const dropCaptchaAtom = atom(null, (get, set) => {
  set(turnAtom, get(turnAtom) + 1)
  set(captchaInputAtom, '')
  set(currentAtom, null)
  set(problemAtom, undefined)
})

/** Fetches another captcha and forgets the answer; a question, where the person wants one. The one asked for last counts. */
export const newCaptchaAtom = atom(null, async (get, set) => {
  set(dropCaptchaAtom)
  const turn = get(turnAtom)
  try {
    const lang = currentLang()
    const { captcha_id } = await api.common.createCaptcha()
    const question = get(isTextCaptchaAtom) ? (await api.common.captchaQuestion({ captcha_id })).question : ''
    if (get(turnAtom) === turn) set(currentAtom, { captcha_id, question, lang })
  } catch (error) {
    if (get(turnAtom) === turn) set(problemAtom, errorText(error))
  }
})

/** Changes between the picture and the question. */
export const setTextCaptchaAtom = atom(null, async (_get, set, inWords: boolean) => {
  set(isTextCaptchaAtom, inWords)
  await set(newCaptchaAtom)
})
