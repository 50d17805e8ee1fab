//! All colours in one place: what each part of a picture is called, and how it looks in light and in dark.
//!
//! The players' colours start from the palette of Okabe and Ito and were moved apart until all eight differ for normal
//! vision and for the three kinds of dichromacy (the tests below compute by how much). Players 1 to 7 look the same in both
//! themes; player 8 is ink on paper and chalk on slate, because black is lost on a dark board.

use crate::colour::Rgb;
use rxt_rules::Player;

/// A part of a picture that has a colour of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// What lies around the board.
    Page,
    /// Panels on the page: the legend, the toolbar.
    Panel,
    /// Titles and numbers that matter.
    Text,
    /// Coordinates and other small print.
    Muted,
    /// The board under the tiles: grid lines, outer edge, craters.
    Frame,
    /// The shadow of board and stones.
    Shadow,
    /// A free tile.
    Tile,
    /// A choice tile.
    Choice,
    /// An inversion tile.
    Inversion,
    /// A bonus tile.
    Bonus,
    /// The icon on a special tile.
    Icon,
    /// An expansion stone.
    Expansion,
    /// The cross on an expansion stone.
    Cross,
    /// The tile of the last move.
    Last,
    /// Tiles changed by the last move.
    Changed,
    /// The small end of a heat map.
    Cold,
    /// The large end of a heat map.
    Hot,
    /// Text on a transition's port.
    PortText,
    /// A player's stone.
    Stone(Player),
    /// The digit on a player's stone.
    Digit(Player),
    /// A transition; pairs share one of [`Role::PORTS`] colours.
    Port(u8),
}

impl Role {
    /// How many colours transitions have.
    pub const PORTS: u8 = 12;

    /// All roles in a fixed order.
    pub fn all() -> impl Iterator<Item = Self> {
        let plain = LIGHT_ROLES.iter().map(|&(role, _)| role);
        let stones = Player::all(8).flat_map(|player| [Self::Stone(player), Self::Digit(player)]);
        plain.chain(stones).chain((0..Self::PORTS).map(Self::Port))
    }

    /// The name of the role in style sheets, e.g. `stone-3`.
    pub fn name(self) -> String {
        match self {
            Self::Stone(player) => format!("stone-{player}"),
            Self::Digit(player) => format!("digit-{player}"),
            Self::Port(port) => format!("port-{port}"),
            Self::PortText => "port-text".to_owned(),
            other => format!("{other:?}").to_lowercase(),
        }
    }
}

/// A set of colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Theme {
    /// Dark on light, for paper and bright rooms.
    #[default]
    Light,
    /// Light on dark.
    Dark,
}

impl Theme {
    /// Both themes.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// The colour of a part of the picture.
    pub fn colour(self, role: Role) -> Rgb {
        match role {
            Role::Stone(player) => self.stone(player),
            Role::Digit(player) => self.digit(player),
            Role::Port(port) => self.port(port),
            other => self.plain(other),
        }
    }

    fn stone(self, player: Player) -> Rgb {
        let stones = match self {
            Self::Light => &LIGHT_STONES,
            Self::Dark => &DARK_STONES,
        };
        stones[player.index()]
    }

    /// The ink that reads better on the stone.
    fn digit(self, player: Player) -> Rgb {
        let stone = self.stone(player);
        if stone.contrast(INK) > stone.contrast(CHALK) { INK } else { CHALK }
    }

    fn port(self, port: u8) -> Rgb {
        let colour = PORTS[usize::from(port % Role::PORTS)];
        match self {
            Self::Light => colour,
            Self::Dark => colour.mix(CHALK, 0.5),
        }
    }

    fn plain(self, role: Role) -> Rgb {
        let roles = match self {
            Self::Light => &LIGHT_ROLES,
            Self::Dark => &DARK_ROLES,
        };
        roles.iter().find(|(listed, _)| *listed == role).map_or(INK, |&(_, colour)| colour)
    }
}

const INK: Rgb = Rgb::hex(0x10_1014);
const CHALK: Rgb = Rgb::hex(0xff_ffff);

/// Blue, orange, green, purple, yellow, sky, brick, ink.
const LIGHT_STONES: [Rgb; 8] = [
    Rgb::hex(0x15_57c8),
    Rgb::hex(0xde_8716),
    Rgb::hex(0x12_9e5c),
    Rgb::hex(0xa1_2a84),
    Rgb::hex(0xff_d42a),
    Rgb::hex(0x35_cff5),
    Rgb::hex(0xb8_150c),
    Rgb::hex(0x1b_1e23),
];

/// The same, with chalk for ink.
const DARK_STONES: [Rgb; 8] = {
    let mut stones = LIGHT_STONES;
    stones[7] = Rgb::hex(0xf4_f6f2);
    stones
};

/// Twelve hues of about equal lightness, neighbours in the list far apart.
const PORTS: [Rgb; 12] = [
    Rgb::hex(0x2f_6fb0),
    Rgb::hex(0xb8_5a1e),
    Rgb::hex(0x2c_8053),
    Rgb::hex(0x8e_4fa8),
    Rgb::hex(0xb0_3a56),
    Rgb::hex(0x17_7f8c),
    Rgb::hex(0x86_6a12),
    Rgb::hex(0x5a_5fb8),
    Rgb::hex(0xa8_4687),
    Rgb::hex(0x5b_7a1f),
    Rgb::hex(0x93_5b43),
    Rgb::hex(0x55_6f86),
];

const LIGHT_ROLES: [(Role, Rgb); 18] = [
    (Role::Page, Rgb::hex(0xfb_faf7)),
    (Role::Panel, Rgb::hex(0xf1_f0ea)),
    (Role::Text, Rgb::hex(0x22_262b)),
    (Role::Muted, Rgb::hex(0x6b_706e)),
    (Role::Frame, Rgb::hex(0xb9_c1b5)),
    (Role::Shadow, Rgb::hex(0x2b_3328)),
    (Role::Tile, Rgb::hex(0xe6_eae1)),
    (Role::Choice, Rgb::hex(0xe3_d8f0)),
    (Role::Inversion, Rgb::hex(0xcf_e6ea)),
    (Role::Bonus, Rgb::hex(0xf6_e7bd)),
    (Role::Icon, Rgb::hex(0x3c_4247)),
    (Role::Expansion, Rgb::hex(0x9a_a09b)),
    (Role::Cross, Rgb::hex(0x2a_2e2c)),
    (Role::Last, Rgb::hex(0x10_1014)),
    (Role::Changed, Rgb::hex(0xc9_cfb0)),
    (Role::Cold, Rgb::hex(0xdf_e8f2)),
    (Role::Hot, Rgb::hex(0xc2_410c)),
    (Role::PortText, Rgb::hex(0xff_ffff)),
];

const DARK_ROLES: [(Role, Rgb); 18] = [
    (Role::Page, Rgb::hex(0x15_181b)),
    (Role::Panel, Rgb::hex(0x1d_2125)),
    (Role::Text, Rgb::hex(0xee_f0ec)),
    (Role::Muted, Rgb::hex(0x94_9b98)),
    (Role::Frame, Rgb::hex(0x43_4c4c)),
    (Role::Shadow, Rgb::hex(0x00_0000)),
    (Role::Tile, Rgb::hex(0x2a_3133)),
    (Role::Choice, Rgb::hex(0x44_395a)),
    (Role::Inversion, Rgb::hex(0x27_484f)),
    (Role::Bonus, Rgb::hex(0x55_4924)),
    (Role::Icon, Rgb::hex(0xdd_e2de)),
    (Role::Expansion, Rgb::hex(0x7c_8481)),
    (Role::Cross, Rgb::hex(0x10_1312)),
    (Role::Last, Rgb::hex(0xff_ffff)),
    (Role::Changed, Rgb::hex(0x57_6138)),
    (Role::Cold, Rgb::hex(0x24_3140)),
    (Role::Hot, Rgb::hex(0xf5_9e2e)),
    (Role::PortText, Rgb::hex(0x10_1214)),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vision::{Vision, difference};

    /// Below this, CIE76 differences of large discs begin to be confused at a glance.
    const APART: f64 = 24.0;

    fn stones(theme: Theme) -> Vec<Rgb> {
        Player::all(8).map(|player| theme.colour(Role::Stone(player))).collect()
    }

    /// The smallest difference between two players' stones.
    fn closest(theme: Theme, vision: Vision) -> f64 {
        let stones = stones(theme);
        let pairs = (0..8).flat_map(|one| (one + 1..8).map(move |two| (one, two)));
        pairs.map(|(one, two)| difference(stones[one], stones[two], vision)).fold(f64::INFINITY, f64::min)
    }

    #[test]
    fn eight_players_differ_for_everybody_in_both_themes() {
        for theme in Theme::ALL {
            for vision in Vision::ALL {
                let found = closest(theme, vision);
                assert!(found >= APART, "{theme:?}, {vision:?}: {found:.1}");
            }
        }
    }

    #[test]
    fn on_a_terminal_with_256_colours_stones_still_differ_and_digits_still_read() {
        let shown = |role: Role| Rgb::from_ansi256(Theme::Dark.colour(role).ansi256());
        for one in Player::all(8) {
            let found = shown(Role::Digit(one)).contrast(shown(Role::Stone(one)));
            assert!(found >= 4.5, "player {one}: {found:.2}");
            for two in Player::all(8).filter(|&two| two > one) {
                for vision in Vision::ALL {
                    let found = difference(shown(Role::Stone(one)), shown(Role::Stone(two)), vision);
                    assert!(found >= 15.0, "players {one} and {two}, {vision:?}: {found:.1}");
                }
            }
        }
    }

    #[test]
    fn stones_differ_from_the_tiles_under_them() {
        for theme in Theme::ALL {
            for stone in stones(theme) {
                for vision in Vision::ALL {
                    let found = difference(stone, theme.colour(Role::Tile), vision);
                    assert!(found >= 20.0, "{theme:?}, {vision:?}, {stone}: {found:.1}");
                }
            }
        }
    }

    #[test]
    fn text_reads_on_what_it_lies_on() {
        for theme in Theme::ALL {
            let digits = Player::all(8).map(|player| (Role::Digit(player), Role::Stone(player)));
            let ports = (0..Role::PORTS).map(|port| (Role::PortText, Role::Port(port)));
            let specials = [Role::Choice, Role::Inversion, Role::Bonus].map(|tile| (Role::Icon, tile));
            let page = [Role::Text, Role::Muted].map(|text| (text, Role::Page));
            let cross = [(Role::Cross, Role::Expansion), (Role::Text, Role::Panel)];
            for (text, under) in digits.chain(ports).chain(specials).chain(page).chain(cross) {
                let found = theme.colour(text).contrast(theme.colour(under));
                assert!(found >= 4.5, "{theme:?}, {text:?} on {under:?}: {found:.2}");
            }
        }
    }

    #[test]
    fn both_themes_name_a_colour_for_every_role() {
        let listed = |roles: &[(Role, Rgb)]| roles.iter().map(|&(role, _)| role).collect::<Vec<_>>();
        assert_eq!(listed(&LIGHT_ROLES), listed(&DARK_ROLES));
        let mut names: Vec<String> = Role::all().map(Role::name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Role::all().count());
    }
}
