export { HostStyle } from './host-style.tsx'
export { SiteBrand } from './site-brand.tsx'
export { lightSurfaces, siteColors } from './site-colors.ts'
