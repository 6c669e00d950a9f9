@fragment
fn main() {
}
