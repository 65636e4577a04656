import js from '@eslint/js';
import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import globals from 'globals';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['**/build/', '**/dist/', '**/generated/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    // The rules that need types are Oxlint's, in .oxlintrc.json: it is ten times as fast with them.
    extends: [tseslint.configs.strict, tseslint.configs.stylistic],
    rules: {
      '@typescript-eslint/no-empty-function': 'off',
      // A parameter that is there for its place has a name with an underscore.
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
    },
  },
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: globals.node },
  },
  {
    files: ['site/src/**/*.{ts,tsx}'],
    extends: [jsxA11y.flatConfigs.strict, reactHooks.configs.flat.recommended],
  },
  // The site's imports go one way: app, pages, features, design. A page knows no other page, a feature no other
  // feature: `..` and a name is the folder beside.
  ...[
    { layer: 'design', forbidden: [above('features', 'pages', 'app')] },
    { layer: 'features', forbidden: [above('pages', 'app'), sibling('feature')] },
    { layer: 'pages', forbidden: [above('app'), sibling('page')] },
  ].map(({ layer, forbidden }) => ({
    files: [`site/src/${layer}/**`],
    rules: { 'no-restricted-imports': ['error', { patterns: forbidden }] },
  })),
);

function above(...layers) {
  return {
    group: layers.map((layer) => `**/${layer}/**`),
    message: 'Imports go one way: app, pages, features, design.',
  };
}

function sibling(what) {
  return {
    regex: String.raw`^\.\./(?!\.\./)`,
    message: `A ${what} imports no other ${what}.`,
  };
}
