// Quiet greys, so that the photographs are what has colour, and one blue for what
// can be pressed. All pairs of text and ground reach 4.5:1, which Mantine's own
// faint, light and error colours do not.
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
} from '@mantine/core'

const lake: MantineColorsTuple = [
  '#eef4f9',
  '#dae7f2',
  '#b3cde3',
  '#8ab2d3',
  '#6a9bc5',
  '#4f87b5',
  '#2f6ea5',
  '#275f91',
  '#1f4f7a',
  '#163c5f',
]
const ink: MantineColorsTuple = [
  '#d8dade',
  '#b9bdc4',
  '#9197a1',
  '#5b626d',
  '#3f454e',
  '#31363d',
  '#25292f',
  '#1b1e23',
  '#141619',
  '#0d0e10',
]

export const theme = createTheme({
  primaryColor: 'lake',
  primaryShade: { light: 7, dark: 6 },
  colors: { lake, dark: ink },
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif',
  headings: {
    fontWeight: '600',
    sizes: { h1: { fontSize: '1.375rem', lineHeight: '1.3' }, h2: { fontSize: '1.0625rem', lineHeight: '1.4' } },
  },
  variantColorResolver: (input) => {
    const resolved = defaultVariantColorsResolver(input)
    if (input.variant !== 'light') return resolved
    const name = input.color ?? input.theme.primaryColor
    const deep = name === 'yellow' ? '#7a4a00' : `var(--mantine-color-${name}-9)` // its ninth is orange
    return { ...resolved, color: `light-dark(${deep}, var(--mantine-color-${name}-1))` }
  },
  components: {
    Alert: { defaultProps: { variant: 'light' } },
    Checkbox: { defaultProps: { size: 'md' } },
    Modal: { defaultProps: { centered: true } },
    // Its element would make it another banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
  },
})

export const variables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-dimmed': '#545b66',
    '--mantine-color-placeholder': '#656c77',
    '--mantine-color-error': '#c21d1d',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-anchor': lake[7],
    '--vitrine-ground': '#f4f5f7',
    '--vitrine-selected': lake[6],
  },
  dark: {
    '--mantine-color-dimmed': '#a9afb8',
    '--mantine-color-placeholder': '#9aa1ab',
    '--mantine-color-error': '#ff9c9c',
    '--mantine-color-body': ink[7],
    '--mantine-color-anchor': lake[3],
    '--vitrine-ground': ink[8],
    '--vitrine-selected': lake[3],
  },
})
