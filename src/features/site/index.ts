export { common, setup } from './handlers.ts'
export { qrcodeDataUrl } from './qrcode.ts'
export { siteInfo } from './service.ts'
