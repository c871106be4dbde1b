import { defaultDarkTheme, defaultLightTheme } from 'react-admin';
import type { RaThemeOptions } from 'react-admin';

const INPUTS = ['Text', 'Select', 'Boolean', 'Password', 'RadioButtonGroup', 'CheckboxGroup', 'TextArray'];

/** A window as low as one that is enlarged to 400 %. */
const LOW = '@media (max-height: 24rem)';

const EDGE = { outline: '1px solid' };
const SKIP = { '&.MuiIconButton-root::after': { content: 'attr(aria-label)', fontSize: 14 } };

interface Colours {
  mode: 'light' | 'dark';
  /** of links, buttons and bars */
  primary: string;
  error: string;
  warning: string;
  ground: string;
}

function themeOf(base: RaThemeOptions, { mode, primary, error, warning, ground }: Colours): RaThemeOptions {
  return {
    ...base,
    palette: {
      mode,
      primary: { main: primary },
      secondary: { main: primary },
      error: { main: error },
      warning: { main: warning },
      background: { default: ground },
    },
    typography: {
      fontFamily:
        'system-ui, -apple-system, "Segoe UI", "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
    },
    components: {
      ...base.components,
      MuiCssBaseline: {
        styleOverrides: {
          a: { color: primary },
          // Filters of one row are of one height, and stand on one line.
          '.filter-field .MuiInputBase-root': { minHeight: 48 },
          // On a phone a long choice is cut, not the page.
          '@media (max-width: 599.95px)': { '.filter-field .MuiFormControl-root': { width: 0, flex: 1 } },
          '.filter-field .MuiFormGroup-root': { marginBottom: 12 },
          // Where the system sets the colours (high contrast), what else is told by its ground has an edge.
          '@media (forced-colors: active)': {
            '.MuiButtonBase-root:is(.MuiButton-contained, .MuiFab-root, [aria-current=page])': EDGE,
            '.MuiChip-root': EDGE,
            '.MuiChip-label': { color: 'CanvasText' },
            // Pictures are drawn in black.
            '#main-content img': { forcedColorAdjust: 'none' },
            '.MuiButtonBase-root.Mui-focusVisible': { outline: '3px solid Highlight' },
          },
        },
      },
      // Beside its label a small one would hang over the edge.
      MuiSwitch: { styleOverrides: { root: { '&.MuiSwitch-sizeSmall': { marginLeft: 8 } } } },
      // On a phone the buttons of a form stand at the bottom: what is told must leave them to be pressed.
      MuiSnackbar: {
        styleOverrides: { root: { '@media (max-width: 599.95px)': { '&&': { bottom: 80 } } } },
      },
      // Enlarged to 400 %, what stays in sight does not take the room of what is read.
      RaToolbar: { styleOverrides: { root: { [LOW]: { '&&': { position: 'static' } } } } },
      RaCreateButton: { styleOverrides: { root: { [LOW]: { '&&': { bottom: 8 } } } } },
      // React-admin's is white on white, and on a phone a dot.
      RaSkipNavigationButton: { styleOverrides: { root: { color: primary, ...SKIP } } },
      // A slow phone takes a twentieth of a second to begin one.
      MuiButtonBase: { defaultProps: { disableTouchRipple: true } },
      // Its buttons go on in another line where they find no room, as on a page enlarged to twice its size.
      RaTopToolbar: { styleOverrides: { root: { flexWrap: 'wrap' } } },
      // It has room of its own, or it would cover the second line of filters; closed, its buttons are in no order of keys.
      RaBulkActionsToolbar: {
        styleOverrides: {
          root: {
            '& .RaBulkActionsToolbar-toolbar': { position: 'static', transform: 'none' },
            '& .RaBulkActionsToolbar-collapsed': { display: 'none' },
          },
        },
      },
      // A short Chinese name of a column stays whole.
      MuiTableCell: { styleOverrides: { head: { wordBreak: 'keep-all' } } },
      MuiButton: { styleOverrides: { root: { textTransform: 'none' } } },
      // Most inputs have no hint: they keep no room for one.
      ...Object.fromEntries(
        INPUTS.map((name) => [`Ra${name}Input`, { defaultProps: { helperText: false } }]),
      ),
    },
    sidebar: { width: 210, closedWidth: 50 },
  };
}

export const LIGHT_THEME = themeOf(defaultLightTheme, {
  mode: 'light',
  primary: '#0b5c6b',
  error: '#b3261e',
  warning: '#8a5300',
  ground: '#f6f8f8',
});

/** Where the system asks for dark pages. */
export const DARK_THEME = themeOf(defaultDarkTheme, {
  mode: 'dark',
  primary: '#6fc3cf',
  error: '#f2918a',
  warning: '#ffa726',
  ground: '#101416',
});
