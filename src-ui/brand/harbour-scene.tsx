import './harbour-scene.css';

export const HarbourScene = () => (
  <svg className="harbour-scene" viewBox="0 0 1280 250" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <path className="scene-far" d="M0 96C150 60 260 66 420 100 560 130 640 66 800 56c180-10 320 60 480 16v178H0z" />
    <path className="scene-land" d="M0 150h196c46 0 62 42 84 100H0zM1280 132h-214c-52 0-68 54-96 118h310z" />
    <g className="scene-block">
      <rect x="72" y="104" width="38" height="46" rx="4" />
      <rect x="118" y="84" width="38" height="66" rx="4" />
      <rect x="1104" y="88" width="38" height="44" rx="4" />
      <rect x="1150" y="62" width="38" height="70" rx="4" />
      <rect x="1196" y="98" width="38" height="34" rx="4" />
    </g>
    <path className="scene-way" d="M300 184h240" />
    <path className="scene-way ahead" d="M742 184h204" />
    <rect className="scene-cargo" x="592" y="108" width="42" height="31" rx="7" />
    <path
      className="scene-ferry"
      d="M656 98h18a12 12 0 0 1 12 12v40h15a4.500 4.500 0 0 1 4 6l-14 36a10 10 0 0 1-9 6h-86a10 10 0 0 1-9-6l-13-36a4.500 4.500 0 0 1 4-6h66v-40a12 12 0 0 1 12-12z"
    />
    <rect className="scene-window" x="654" y="113" width="22" height="11" rx="5" />
    <path
      className="scene-water"
      d="M0 194q26-12 54-4t54 4 54-6 54 2 54 6 54-6 54 2 54 6 54-8 54 4 54 4 54-6 54 4 54 4 54-6 54 4 54 2 54-4 54 2 54 4 54-6 54 4 54 2 54-2V250H0z"
    />
  </svg>
);
