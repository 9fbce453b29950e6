import { PreviewEngine, type PreviewRequest } from './preview-engine.ts'

/** How long no request comes in before the whole text is parsed again, in ms. */
const restMs = 1500

const engine = new PreviewEngine()
let timer: ReturnType<typeof setTimeout> | undefined

self.addEventListener('message', ({ data }: MessageEvent<PreviewRequest>) => {
  clearTimeout(timer)
  self.postMessage(engine.handle(data))
  if (!engine.isPartial) return
  timer = setTimeout(() => {
    const answer = engine.check(data.id)
    if (answer) self.postMessage(answer)
  }, restMs)
})
