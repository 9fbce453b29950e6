import { atom } from 'jotai'
import { api } from '#web/lib/api.ts'
import { currentLang, type Lang } from '#web/lib/i18n.ts'
import { errorText, type LocalizedText } from '#web/lib/lazy-text.ts'

/** A pending captcha; `question` is empty while the image is shown. */
interface Captcha {
  captcha_id: string
  question: string
  /** The language of the question. */
  lang: Lang
}

const currentAtom = atom<Captcha | null>(null)
const problemAtom = atom<LocalizedText>()

/** The current captcha; null while it loads. There is only one, because only one form is shown at a time. */
export const captchaAtom = atom((get) => get(currentAtom))

/** Why there is no captcha; undefined if there is one. */
export const captchaErrorAtom = atom((get) => get(problemAtom))

/** The answer the user has typed. */
export const captchaInputAtom = atom('')

/** Whether the user wants a text question instead of the image. */
export const isTextCaptchaAtom = atom(false)

/** The form fields of the captcha. */
export const captchaFieldsAtom = atom((get) => {
  const captcha_id = get(currentAtom)?.captcha_id
  return captcha_id ? { captcha: get(captchaInputAtom), captcha_id } : {}
})

const turnAtom = atom(0)

/** Discards the captcha and its answer, so that no other form sends them. */
export const dropCaptchaAtom = atom(null, (get, set) => {
  set(turnAtom, get(turnAtom) + 1)
  set(captchaInputAtom, '')
  set(currentAtom, null)
  set(problemAtom, undefined)
})

/** Fetches a new captcha and discards the answer; a text question if the user wants one. The last request wins. */
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

/** Switches between the image and the text question. */
export const setTextCaptchaAtom = atom(null, async (_get, set, inWords: boolean) => {
  set(isTextCaptchaAtom, inWords)
  await set(newCaptchaAtom)
})
