//! Maps of our own for tests: small, and with everything that the rules know.

use rxt_rules::Map;

/// Two players, override stones, bombs, all special tiles.
const SPECIALS: &str = "2
3
2 1
8 8
0 0 0 0 0 0 0 b
0 c 0 0 x 0 0 0
0 0 0 0 0 i 0 0
0 x 0 1 2 0 0 0
0 0 0 2 1 0 b 0
0 0 0 0 0 0 0 0
- 0 i 0 0 x c 0
- - 0 0 0 0 0 0
0 0 0 <-> 7 7 4
0 3 6 <-> 7 3 2
";

/// Three players on a ring without bombs.
const RING: &str = "3
1
0 0
5 6
0 0 0 0 0 0
0 1 2 3 0 0
0 3 1 2 0 i
0 2 3 1 0 0
0 c 0 0 b 0
0 2 6 <-> 5 2 2
";

/// Four players, many bombs.
const BOMBS: &str = "4
0
3 2
6 6
0 0 0 0 0 0
0 1 2 3 4 0
0 2 1 4 3 0
0 3 4 1 2 b
c 4 3 2 1 0
0 0 0 0 0 0
";

/// The maps above with names.
pub(crate) fn maps() -> Vec<(&'static str, Map)> {
    let maps = [("specials.map", SPECIALS), ("ring.map", RING), ("bombs.map", BOMBS)];
    maps.map(|(name, text)| (name, Map::parse(text.as_bytes()).unwrap().0)).into()
}
